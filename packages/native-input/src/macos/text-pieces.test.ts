import { expect, it } from 'vitest';
import { textPieces } from './text-pieces.ts';

it('gives an event no more than macOS keeps, and never a part of a character', () => {
  const family = '👨‍👩‍👧‍👦';
  const pieces = textPieces(family.repeat(3) + 'a'.repeat(30));
  expect(pieces.join('')).toBe(family.repeat(3) + 'a'.repeat(30));
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(20);
  expect(pieces.slice(0, 2)).toEqual([family, family]);
});

it('gives Return and Tab events of their own', () => {
  expect(textPieces('a\r\nb\n\n\tc')).toEqual(['a', '\r', 'b', '\r', '\r', '\t', 'c']);
  expect(textPieces('')).toEqual([]);
});
