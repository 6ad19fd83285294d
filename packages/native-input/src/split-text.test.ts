import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.ts';

const family = '👨‍👩‍👧‍👦';

describe('splitting text', () => {
  it('gives back the whole text in pieces that are no longer than asked', () => {
    const text = 'Grüße, 日本語 😀 and some more of it';
    const pieces = splitText(text, 6);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(6);
    expect(pieces.length).toBeLessThan(10);
  });

  it('never splits a surrogate pair', () => {
    const text = 'a😀😀b😀'.repeat(20);
    for (const maxUnits of [2, 3, 5]) {
      const pieces = splitText(text, maxUnits);
      expect(pieces.join('')).toBe(text);
      expect(pieces.filter((piece) => /\p{Surrogate}/u.test(piece))).toEqual([]);
    }
  });

  it('keeps an accent with its letter and a family together', () => {
    expect(splitText(`abe\u0301${family}`, 3)).toEqual(['ab', 'e\u0301', ...splitText(family, 3)]);
    expect(splitText(`a${family}b`, 12)).toEqual([`a${family}`, 'b']);
    expect(splitText(`ab${family}`, 12)).toEqual(['ab', family]);
  });

  it('splits a cluster that is longer than a piece between its characters', () => {
    const accents = `e${'\u0301'.repeat(9)}`;
    expect(splitText(accents, 4).map(({ length }) => length)).toEqual([4, 4, 2]);
  });

  it('makes one CR of each line end and leaves a tab', () => {
    expect(splitText('a\r\nb\nc\rd\n\r\n\te', 40)).toEqual(['a\rb\rc\rd\r\r\te']);
  });

  it('has no piece for no text', () => {
    expect(splitText('', 8)).toEqual([]);
  });
});
