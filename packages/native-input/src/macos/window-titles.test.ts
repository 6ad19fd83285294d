import { expect, it } from 'vitest';
import type { ListedWindow } from './bindings/window-titles.ts';
import { titlesOfOthers } from './window-titles.ts';

const ownPid = 7;
const window = (pid: number, title: ListedWindow['title'], level = 0): ListedWindow => ({
  pid,
  title,
  level,
});

it.each([
  [[], 'no windows'],
  [[window(ownPid, 'told')], 'no windows'],
  [[window(1, 'told', 25)], 'no windows'],
  [[window(1, 'untold'), window(2, 'untold', 20)], 'withheld'],
  [[window(1, 'untold'), window(2, 'told', 20)], 'shown'],
  [[window(ownPid, 'told'), window(1, 'untold')], 'withheld'],
  [[window(1, 'empty')], 'no windows'],
  [[window(1, 'empty'), window(2, 'told', 20)], 'shown'],
  [[window(1, 'empty'), window(2, 'untold', 20)], 'no windows'],
] as const)('of the windows %j titles are %s', (windows, expected) => {
  expect(titlesOfOthers(windows, ownPid)).toBe(expected);
});
