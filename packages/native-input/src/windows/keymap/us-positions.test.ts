import { expect, it } from 'vitest';
import { usPosition } from './us-positions.ts';

it('knows the place of every letter on a US keyboard and of nothing else', () => {
  expect(['q', 'a', 'z', 'p', 'l', 'm', 'c'].map(usPosition)).toEqual([
    ...[0x10, 0x1e, 0x2c, 0x19, 0x26, 0x32, 0x2e],
  ]);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  expect(new Set(letters.map(usPosition)).size).toBe(26);
  expect(usPosition('1')).toBeUndefined();
});
