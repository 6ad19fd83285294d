import { expect, it } from 'vitest';
import { defaultBudget } from '../../shared/agents.ts';
import { formatTokens } from '../../shared/format-tokens.ts';
import { describeBudget } from './budget-words.ts';

it('says a budget in one line', () => {
  expect(describeBudget(defaultBudget)).toBe('50 steps, 2 M tokens, 60 min');
  expect(describeBudget({ steps: 1, tokens: 1500, wall_time_seconds: 30 })).toBe(
    '1 step, 1.5 k tokens, 30 s',
  );
});

it.each([
  [0, '0'],
  [999, '999'],
  [12_480, '12.4 k'],
  [999_999, '999 k'],
  [1_250_000, '1.2 M'],
])('shortens %i tokens to %s', (tokens, words) => {
  expect(formatTokens(tokens)).toBe(words);
});
