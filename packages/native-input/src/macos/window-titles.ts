import type { ListedWindow } from './bindings/window-titles.ts';

/** CGWindowLevel.h: kCGNormalWindowLevel and kCGDockWindowLevel. */
const levelsWithTitles: readonly number[] = [0, 20];

/**
 * Whether macOS tells the titles of other programs' windows, which it does only while they may be seen. Windows with an
 * empty title, as a game that fills the screen may have, say nothing about that.
 */
export const titlesOfOthers = (
  windows: readonly ListedWindow[],
  ownPid: number,
): 'shown' | 'withheld' | 'no windows' => {
  const others = windows.filter(({ pid, level }) => pid !== ownPid && levelsWithTitles.includes(level));
  if (others.some(({ title }) => title === 'told')) return 'shown';
  const mayTell = others.length === 0 || others.some(({ title }) => title === 'empty');
  return mayTell ? 'no windows' : 'withheld';
};
