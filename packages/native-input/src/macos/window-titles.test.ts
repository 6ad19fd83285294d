import { expect, it } from 'vitest';
import { titlesOfOthers } from './window-titles.ts';

const ownPid = 7;
const window = (pid: number, hasTitle: boolean, level = 0) => ({ pid, hasTitle, level });

it.each([
  [[], 'no windows'],
  [[window(ownPid, true)], 'no windows'],
  [[window(1, true, 25)], 'no windows'],
  [[window(1, false), window(2, false, 20)], 'withheld'],
  [[window(1, false), window(2, true, 20)], 'shown'],
  [[window(ownPid, true), window(1, false)], 'withheld'],
] as const)('of the windows %j titles are %s', (windows, expected) => {
  expect(titlesOfOthers(windows, ownPid)).toBe(expected);
});
