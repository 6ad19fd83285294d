import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImageSize } from '@harness-desktop/native-input';

/** Two images of one size, three bytes a pixel. */
export type PixelPair = ImageSize & { readonly before: Uint8Array; readonly after: Uint8Array };

/** Then other calls get their turn. By the clock, since the first images are compared ten times as slowly as later ones. */
const turnMs = 1;
const decimals = 10_000;

/**
 * The share of pixels that differ, from 0 to 1 with four decimals. Rounding never turns a change into none, nor an
 * untouched pixel into a change of all: 0 and 1 are exact.
 */
export const changedShare = async (pair: PixelPair): Promise<number> => {
  // Native, and over at the first difference.
  if (Buffer.compare(pair.before, pair.after) === 0) return 0;
  const pixels = pair.width * pair.height;
  const changed = await countChangedPixels(pair);
  if (changed === 0 || changed === pixels) return changed / pixels;
  const rounded = Math.round((changed / pixels) * decimals);
  return Math.min(decimals - 1, Math.max(1, rounded)) / decimals;
};

const countChangedPixels = async ({ before, after, width, height }: PixelPair): Promise<number> => {
  const rowBytes = width * 3;
  let changed = 0;
  let turnStartedMs = performance.now();
  for (let row = 0; row < height; row += 1) {
    const start = row * rowBytes;
    const end = start + rowBytes;
    changed += countInRow(before.subarray(start, end), after.subarray(start, end));
    if (performance.now() - turnStartedMs < turnMs) continue;
    await nextTurn();
    turnStartedMs = performance.now();
  }
  return changed;
};

const countInRow = (before: Uint8Array, after: Uint8Array): number => {
  // Most rows of most screens are as they were, and this comparison is native.
  if (Buffer.compare(before, after) === 0) return 0;
  const wordBytes = isInWords(before) && isInWords(after) ? before.length - (before.length % groupBytes) : 0;
  return countInWords(before, after, wordBytes) + countInBytes(before, after, wordBytes);
};

/** Four pixels are three words. */
const groupBytes = 12;

const isLittleEndian = (): boolean => new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const isInWords = ({ byteOffset }: Uint8Array): boolean => byteOffset % 4 === 0 && isLittleEndian();

const wordsOf = ({ buffer, byteOffset }: Uint8Array, bytes: number): Uint32Array =>
  new Uint32Array(buffer, byteOffset, bytes / 4);

/** Four times as fast as byte by byte, where everything changed. */
const countInWords = (before: Uint8Array, after: Uint8Array, bytes: number): number => {
  if (bytes === 0) return 0;
  const [old, now] = [wordsOf(before, bytes), wordsOf(after, bytes)];
  let changed = 0;
  for (let at = 0; at < old.length; at += 3) {
    const first = (old[at] ?? 0) ^ (now[at] ?? 0);
    const second = (old[at + 1] ?? 0) ^ (now[at + 1] ?? 0);
    const third = (old[at + 2] ?? 0) ^ (now[at + 2] ?? 0);
    if ((first | second | third) === 0) continue;
    // The first pixel is in the low bytes, as little-endian processors hold them.
    if ((first & 0xffffff) !== 0) changed += 1;
    if (((first >>> 24) | (second & 0xffff)) !== 0) changed += 1;
    if (((second >>> 16) | (third & 0xff)) !== 0) changed += 1;
    if (third >>> 8 !== 0) changed += 1;
  }
  return changed;
};

const countInBytes = (before: Uint8Array, after: Uint8Array, from: number): number => {
  let changed = 0;
  for (let at = from; at < before.length; at += 3) {
    const isSame =
      before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2];
    if (!isSame) changed += 1;
  }
  return changed;
};
