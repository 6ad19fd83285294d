import { expect, it } from 'vitest';
import { noEscape, pressKey } from './double-escape.ts';

function seconds(presses: readonly (readonly [string, number, boolean?])[]): boolean[] {
  let state = noEscape;
  return presses.map(([key, atMs, repeat = false]) => {
    state = pressKey(state, { key, atMs, repeat });
    return state.isSecond;
  });
}

it('counts two presses within 600 ms', () => {
  expect(
    seconds([
      ['Escape', 0],
      ['Escape', 600],
    ]),
  ).toEqual([false, true]);
});

it('does not count presses that are further apart, but lets the later one start anew', () => {
  expect(
    seconds([
      ['Escape', 0],
      ['Escape', 601],
      ['Escape', 900],
    ]),
  ).toEqual([false, false, true]);
});

it('does not count a held key or a key in between', () => {
  expect(
    seconds([
      ['Escape', 0],
      ['Escape', 300, true],
      ['Escape', 320, true],
    ]),
  ).toEqual([false, false, false]);
  expect(
    seconds([
      ['Escape', 0],
      ['a', 100],
      ['Escape', 200],
    ]),
  ).toEqual([false, false, false]);
});

it('counts once a pair', () => {
  expect(
    seconds([
      ['Escape', 0],
      ['Escape', 100],
      ['Escape', 200],
      ['Escape', 300],
    ]),
  ).toEqual([false, true, false, true]);
});
