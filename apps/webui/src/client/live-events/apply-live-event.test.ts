import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../shared/events.ts';
import { emptyTranscript, exampleCall, exampleRun } from '../../shared/testing/example-transcript.ts';
import type { Run, ToolCall, Transcript } from '../../shared/threads.ts';
import { applyToLists, applyToTranscript, changeTranscript, withoutCall } from './apply-live-event.ts';

const at = exampleRun.started_at;
const transcript: Transcript = { ...emptyTranscript, last_event_id: 10 };
const { thread } = transcript;
const run = exampleRun;
const call = exampleCall;
const device = (id: string, name: string) => ({
  device_id: id,
  name,
  status: 'connected' as const,
  address: '127.0.0.1',
  paired_at: at,
  last_seen_at: at,
  desktop: null,
  problem: null,
});
const nothing = {
  devices: undefined,
  pairings: undefined,
  projects: undefined,
  threads: undefined,
  models: undefined,
  agents: undefined,
};

describe('lists', () => {
  it('adds what is new, replaces what is known and keeps the order', () => {
    let state = applyToLists(
      { ...nothing, devices: [] },
      { type: 'device', device: device('device-a', 'A') },
    );
    state = applyToLists(state, { type: 'device', device: device('device-b', 'B') });
    state = applyToLists(state, { type: 'device', device: device('device-a', 'A2') });
    expect(state.devices?.map((entry) => entry.name)).toEqual(['A2', 'B']);
  });

  it('removes what was forgotten', () => {
    const state = { ...nothing, devices: [device('device-a', 'A')] };
    expect(applyToLists(state, { type: 'device_forgotten', device_id: 'device-a' }).devices).toEqual([]);
  });

  it('leaves a list that was not loaded alone', () => {
    expect(applyToLists(nothing, { type: 'thread', thread }).threads).toBeUndefined();
  });

  it('gives the same state when an event is applied twice', () => {
    const events: fc.Arbitrary<LiveEvent> = fc.oneof(
      fc
        .constantFrom('device-a', 'device-b')
        .chain((id) => fc.string().map((name) => ({ type: 'device' as const, device: device(id, name) }))),
      fc
        .constantFrom('device-a', 'device-b')
        .map((id) => ({ type: 'device_forgotten' as const, device_id: id })),
      fc.constant({ type: 'thread' as const, thread }),
      fc.constant({ type: 'thread_deleted' as const, thread_id: 't1' }),
    );
    fc.assert(
      fc.property(fc.array(events), (list) => {
        const start = { ...nothing, devices: [], threads: [] };
        const once = list.reduce(applyToLists, start);
        const twice = list.flatMap((event) => [event, event]).reduce(applyToLists, start);
        expect(twice).toEqual(once);
      }),
    );
  });
});

describe('transcript', () => {
  it('skips events that it already holds', () => {
    expect(applyToTranscript(transcript, { id: 10, event: { type: 'run', run } })).toBe(transcript);
  });

  it('takes runs and calls of its own thread only', () => {
    const mine = applyToTranscript(transcript, { id: 11, event: { type: 'run', run } });
    expect(mine.runs).toEqual([run]);
    const other = { id: 12, event: { type: 'tool_call' as const, thread_id: 't2', call } };
    expect(applyToTranscript(mine, other)).toBe(mine);
  });

  it('never lets a finished call or an ended run go back', () => {
    const finished: ToolCall = { ...call, state: 'finished', duration_ms: 5 };
    const ended: Run = { ...run, state: 'succeeded', ended_at: at };
    const events: LiveEvent[] = [
      { type: 'tool_call', thread_id: 't1', call: finished },
      { type: 'tool_call', thread_id: 't1', call },
      { type: 'run', run: ended },
      { type: 'run', run },
    ];
    const last = events.reduce(changeTranscript, transcript);
    expect(last.calls).toEqual([finished]);
    expect(last.runs).toEqual([ended]);
  });

  it('takes back a call that never reached the server', () => {
    const shown = changeTranscript(transcript, { type: 'tool_call', thread_id: 't1', call });
    expect(withoutCall(shown, 'c1').calls).toEqual([]);
  });

  it('follows a new title', () => {
    const renamed = { ...thread, title: 'Second' };
    const next = applyToTranscript(transcript, { id: 11, event: { type: 'thread', thread: renamed } });
    expect(next.thread.title).toBe('Second');
  });
});
