import { expect, it } from 'vitest';
import { announcementOf } from './announcement.ts';
import { exampleMessage, exampleRun, exampleTranscript } from '../../shared/testing/example-transcript.ts';

const streaming = { ...exampleMessage, state: 'streaming' as const, text: 'Do' };
const before = exampleTranscript({ messages: [streaming] });

it('reads out an answer once it is whole, not its pieces', () => {
  expect(announcementOf(before, { ...before, messages: [{ ...streaming, text: 'Don' }] })).toBeNull();
  expect(announcementOf(before, { ...before, messages: [exampleMessage] })).toBe('Done.');
  expect(
    announcementOf({ ...before, messages: [exampleMessage] }, { ...before, messages: [exampleMessage] }),
  ).toBeNull();
});

it('reads the beginning of a long answer, and that it was cut', () => {
  const long = { ...exampleMessage, text: 'x'.repeat(5000), state: 'cut' as const };
  const words = announcementOf(before, { ...before, messages: [long] }) ?? '';
  expect(words.length).toBeLessThan(400);
  expect(words).toContain('The stream ended here.');
});

it('tells the end of a run and why', () => {
  const runs = [
    {
      ...exampleRun,
      state: 'stopped' as const,
      ended_by: 'budget_steps' as const,
      ended_at: exampleRun.started_at,
    },
  ];
  expect(announcementOf(before, { ...before, runs })).toBe('Run stopped. The budget of steps was used up.');
});
