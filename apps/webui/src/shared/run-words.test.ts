import { expect, it } from 'vitest';
import { endWords, usageWords } from './run-words.ts';
import { exampleRun } from './testing/example-transcript.ts';

it('says how much of the budget is used', () => {
  const run = { ...exampleRun, usage: { steps: 12, input_tokens: 33_000, output_tokens: 1100 } };
  expect(usageWords(run, Date.parse(run.started_at) + 64_400)).toEqual([
    '12 of 50 steps',
    '34.1 k of 2 M tokens',
    '1 min 4 s of 1 h',
  ]);
  expect(usageWords({ ...run, budget: null }, 0)).toEqual([]);
});

it('gives the words of the server for an end before its own, and none where the state says it all', () => {
  expect(
    endWords({ ...exampleRun, state: 'failed', ended_by: 'model', reason: 'The key was refused.' }),
  ).toBe('The key was refused.');
  expect(endWords({ ...exampleRun, state: 'stopped', ended_by: 'person' })).toBe('Ended by you.');
  expect(endWords({ ...exampleRun, state: 'succeeded', ended_by: 'agent' })).toBeNull();
});
