import { createPixelShuffle } from './bindings/pixel-shuffle.ts';
import type { PixelShuffle } from './bindings/pixel-shuffle.ts';
import { bytesPerRow } from './pixel-format.ts';
import type { PixelFormat } from './pixel-format.ts';
import { byteOrderOf, pixelsToRgb } from './pixels-to-rgb.ts';

/** Rows of one width, in a buffer of the converter. */
type ConvertedRows = {
  /** Which of the two. */
  readonly buffer: 0 | 1;
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, `width * height * 3` of them. */
  readonly target: Uint8Array;
};

/** Turns pixels as the server lays them out into RGB, a piece at a time. */
export type PixelConverter = {
  /** Where pixels are put: one can be filled while the other is converted. */
  readonly buffers: readonly [Uint8Array, Uint8Array];
  convert(rows: ConvertedRows): void;
};

/** Converted in about a millisecond, so that other calls get their turn. Holds a row of the widest screen there is. */
const bufferBytes = 4 * 1024 * 1024;

const shuffleOf = (format: PixelFormat): PixelShuffle | undefined => {
  const order = format.bitsPerPixel === 32 ? byteOrderOf(format) : undefined;
  return order && createPixelShuffle(order, 2 * bufferBytes);
};

const createShufflingConverter = ({ source, toRgb }: PixelShuffle): PixelConverter => ({
  buffers: [source.subarray(0, bufferBytes), source.subarray(bufferBytes)],
  convert: ({ buffer, width, height, target }) => {
    target.set(toRgb(buffer * bufferBytes, width * height));
  },
});

const createPlainConverter = (format: PixelFormat): PixelConverter => {
  const buffers = [new Uint8Array(bufferBytes), new Uint8Array(bufferBytes)] as const;
  return {
    buffers,
    convert: ({ buffer, width, height, target }) => {
      const source = buffers[buffer].subarray(0, bytesPerRow(format, width) * height);
      pixelsToRgb({ source, format, width, height, target });
    },
  };
};

/** `shuffle` is for tests; undefined does without SIMD. */
export const createPixelConverter = (
  format: PixelFormat,
  shuffle: PixelShuffle | undefined = shuffleOf(format),
): PixelConverter => (shuffle ? createShufflingConverter(shuffle) : createPlainConverter(format));
