import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImageSize } from '@harness-desktop/native-input';

/** Two images of one size, three bytes a pixel. */
export type PixelPair = ImageSize & { readonly before: Uint8Array; readonly after: Uint8Array };

/** About a millisecond of work where everything changed; then other calls get their turn. */
const comparedPixelsPerTurn = 256 * 1024;
const decimals = 10_000;

/**
 * The share of pixels that differ, from 0 to 1 with four decimals. Rounding never turns a change into none, nor an
 * untouched pixel into a change of all: 0 and 1 are exact.
 */
export const changedShare = async (pair: PixelPair): Promise<number> => {
  // The desktop has told that nothing was painted.
  if (pair.before === pair.after) return 0;
  const pixels = pair.width * pair.height;
  const changed = await countChangedPixels(pair);
  if (changed === 0 || changed === pixels) return changed / pixels;
  const rounded = Math.round((changed / pixels) * decimals);
  return Math.min(decimals - 1, Math.max(1, rounded)) / decimals;
};

const countChangedPixels = async ({ before, after, width, height }: PixelPair): Promise<number> => {
  const rowBytes = width * 3;
  const rowsPerTurn = Math.max(1, Math.floor(comparedPixelsPerTurn / width));
  let changed = 0;
  for (let row = 0; row < height; row += 1) {
    const start = row * rowBytes;
    const end = start + rowBytes;
    changed += countInRow(before.subarray(start, end), after.subarray(start, end));
    if ((row + 1) % rowsPerTurn === 0) await nextTurn();
  }
  return changed;
};

const countInRow = (before: Uint8Array, after: Uint8Array): number => {
  // Most rows of most screens are as they were, and this comparison is native.
  if (Buffer.compare(before, after) === 0) return 0;
  let changed = 0;
  for (let at = 0; at < before.length; at += 3) {
    const isSame =
      before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2];
    if (!isSame) changed += 1;
  }
  return changed;
};
