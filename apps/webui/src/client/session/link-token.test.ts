import { expect, it } from 'vitest';
import { readLinkToken } from './link-token.ts';

it.each([
  ['#token=abc-_9', 'abc-_9'],
  ['token=abc', 'abc'],
  ['#other=1&token=abc', 'abc'],
  ['#token=', null],
  ['#', null],
  ['', null],
])('reads the token of %j', (fragment, token) => {
  expect(readLinkToken(fragment)).toBe(token);
});
