import { expect, it } from 'vitest';
import { runStateWords } from './run-state-words.ts';

it('says of a run of Operator that it is running while it waits for its next action', () => {
  expect(runStateWords({ agent: 'operator', state: 'waiting' }).label).toBe('Running');
});

it('says of a run of a model that it waits for the person, who is asked', () => {
  expect(runStateWords({ agent: 'model', state: 'waiting' }).label).toBe('Waiting for you');
});

it('says how a run ended, whoever worked', () => {
  expect(runStateWords({ agent: 'operator', state: 'succeeded' }).label).toBe('Finished');
});
