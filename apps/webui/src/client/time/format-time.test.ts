import { expect, it } from 'vitest';
import { formatDuration } from '../../shared/format-duration.ts';
import { formatAgo, formatLeft } from './format-time.ts';

const base = '2030-05-10T12:00:00Z';
const later = (ms: number) => Date.parse(base) + ms;

it.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_400_000, 'yesterday'],
  [3 * 86_400_000, '3 days ago'],
])('says how long ago: %i ms is “%s”', (ms, words) => {
  expect(formatAgo(base, later(ms))).toBe(words);
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1299, '1.2 s'],
  [59_999, '59.9 s'],
  [125_000, '2 min 5 s'],
])('says a duration: %i ms is “%s”', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

it.each([
  [0, 'expired'],
  [-1000, 'expired'],
  [39_500, '40 s left'],
  [60_000, '1 min left'],
  [540_001, '10 min left'],
])('says what is left: %i ms is “%s”', (ms, words) => {
  expect(formatLeft(base, later(-ms))).toBe(words);
});
