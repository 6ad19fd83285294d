import type { ListedWindow } from './bindings/window-titles.ts';

/** CGWindowLevel.h: kCGNormalWindowLevel and kCGDockWindowLevel. */
const levelsWithTitles: readonly number[] = [0, 20];

/** Whether macOS tells the titles of other programs' windows, which it does only while they may be seen. */
export const titlesOfOthers = (
  windows: readonly ListedWindow[],
  ownPid: number,
): 'shown' | 'withheld' | 'no windows' => {
  const others = windows.filter(({ pid, level }) => pid !== ownPid && levelsWithTitles.includes(level));
  if (others.length === 0) return 'no windows';
  return others.some(({ hasTitle }) => hasTitle) ? 'shown' : 'withheld';
};
