import { expect, it } from 'vitest';
import { usPosition } from './us-positions.ts';

it('knows the place of every letter on a US keyboard and of nothing else', () => {
  expect(['q', 'a', 'z', 'p', 'l', 'm', 'c'].map(usPosition)).toEqual([
    ...['AD01', 'AC01', 'AB01', 'AD10', 'AC09', 'AB07', 'AB03'],
  ]);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  expect(new Set(letters.map(usPosition)).size).toBe(26);
  expect(usPosition('1')).toBeUndefined();
});
