import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../shared/threads.ts';
import {
  clickCall,
  exampleCall,
  exampleMessage,
  exampleRun,
  exampleTranscript,
  observeCall,
} from '../../shared/testing/example-transcript.ts';
import { isSameRow, orderedCalls, transcriptRows } from './transcript-rows.ts';

const kinds = (changes: Partial<Transcript>) =>
  transcriptRows(exampleTranscript(changes)).map(({ kind }) => kind);

it('puts messages and calls of a run into one order, by their place', () => {
  const rows = transcriptRows(
    exampleTranscript({
      messages: [
        { ...exampleMessage, message_id: 'm3', position: 3 },
        { ...exampleMessage, message_id: 'm1', position: 1, role: 'user' },
      ],
      calls: [{ ...exampleCall, position: 2 }],
    }),
  );
  expect(rows.map(({ key }) => key)).toEqual(['head r1', 'message m1', 'call r1 c1', 'message m3']);
});

it('says that the model works only while nothing else shows it', () => {
  expect(kinds({})).toEqual(['run-head', 'run-working']);
  expect(kinds({ messages: [{ ...exampleMessage, state: 'streaming', text: '' }] })).toEqual([
    'run-head',
    'message',
  ]);
  expect(kinds({ calls: [exampleCall] })).toEqual(['run-head', 'call']);
  expect(kinds({ runs: [{ ...exampleRun, state: 'waiting' }] })).toEqual(['run-head']);
});

it('leaves out text that never came', () => {
  const runs = [{ ...exampleRun, state: 'failed' as const, ended_at: exampleRun.started_at }];
  expect(kinds({ runs, messages: [{ ...exampleMessage, text: '' }] })).toEqual(['run-head', 'run-end']);
});

it('shows what is queued last, with what is asked', () => {
  const rows = transcriptRows(
    exampleTranscript({
      runs: [exampleRun, { ...exampleRun, run_id: 'r2', state: 'queued' }],
      messages: [{ ...exampleMessage, run_id: 'r2', role: 'user', text: 'And then?' }],
    }),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['run-head', 'run-working', 'queued-run']);
  expect(rows.at(-1)).toMatchObject({ prompt: 'And then?' });
});

describe('calls', () => {
  it('come with the image that they point at, of their own run', () => {
    const [, , click] = transcriptRows(exampleTranscript({ calls: [clickCall(2), observeCall(1)] }));
    expect(click).toMatchObject({ kind: 'call', referred: { observation_id: 'obs-00000001' } });
  });

  it('are ordered by run, then by place', () => {
    const runs = [exampleRun, { ...exampleRun, run_id: 'r2' }];
    const calls = [{ ...exampleCall, run_id: 'r2', position: 1 }, clickCall(5), observeCall(3)];
    expect(orderedCalls({ runs, calls }).map(({ position }) => position)).toEqual([3, 5, 1]);
  });
});

it('takes a row for the same until something that it shows changes', () => {
  const transcript = exampleTranscript({ calls: [exampleCall] });
  const before = transcriptRows(transcript)[1];
  const same = transcriptRows({ ...transcript, last_event_id: 7 })[1];
  const changed = transcriptRows({ ...transcript, calls: [{ ...exampleCall, state: 'finished' }] })[1];
  if (before === undefined || same === undefined || changed === undefined)
    throw new Error('A row is missing.');
  expect(isSameRow(before, same)).toBe(true);
  expect(isSameRow(before, changed)).toBe(false);
});
