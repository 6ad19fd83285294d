import { bytesPerRow } from './pixel-format.ts';
import type { PixelFormat } from './pixel-format.ts';

/** Rows of pixels as the server sent them, and where their RGB goes. */
export type PixelRows = {
  readonly source: Uint8Array;
  readonly format: PixelFormat;
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, `width * height * 3` of them. */
  readonly target: Uint8Array;
};

type Channel = { readonly shift: number; readonly max: number };

const channelOf = (mask: number): Channel => {
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
};

/** The channels of the usual 24 and 32 bit layouts are whole bytes. */
const byteIndex = (
  { shift, max }: Channel,
  { bitsPerPixel, littleEndian }: PixelFormat,
): number | undefined => {
  if (max !== 0xff || shift % 8 !== 0) return undefined;
  return littleEndian ? shift / 8 : bitsPerPixel / 8 - 1 - shift / 8;
};

type ThreeBytes = readonly [red: number, green: number, blue: number];

type RowOffsets = { readonly from: number; readonly to: number };

const createByteRow = (rows: PixelRows, order: ThreeBytes) => {
  const { source, target, width, format } = rows;
  const step = format.bitsPerPixel / 8;
  const [red, green, blue] = order;
  return ({ from, to }: RowOffsets): void => {
    let input = from;
    let output = to;
    for (let x = 0; x < width; x += 1) {
      target[output] = source[input + red] ?? 0;
      target[output + 1] = source[input + green] ?? 0;
      target[output + 2] = source[input + blue] ?? 0;
      input += step;
      output += 3;
    }
  };
};

const hostIsLittleEndian = (): boolean => new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const isHostWord = ({ source, format }: PixelRows): boolean =>
  format.bitsPerPixel === 32 && source.byteOffset % 4 === 0 && format.littleEndian === hostIsLittleEndian();

/** Whole words are read about twice as fast as bytes, where the server's byte order is ours. */
const createWordRow = (
  { source, target, width }: PixelRows,
  channels: readonly [Channel, Channel, Channel],
) => {
  const words = new Uint32Array(source.buffer, source.byteOffset, Math.floor(source.byteLength / 4));
  const [{ shift: red }, { shift: green }, { shift: blue }] = channels;
  return ({ from, to }: RowOffsets): void => {
    const first = from / 4;
    let output = to;
    for (let index = first; index < first + width; index += 1) {
      const pixel = words[index] ?? 0;
      // Storing keeps the low eight bits.
      target[output] = pixel >>> red;
      target[output + 1] = pixel >>> green;
      target[output + 2] = pixel >>> blue;
      output += 3;
    }
  };
};

const createMaskRow = ({ source, target, width, format }: PixelRows, channels: readonly Channel[]) => {
  const step = format.bitsPerPixel / 8;
  const readPixel = (at: number): number => {
    let pixel = 0;
    for (let index = 0; index < step; index += 1) {
      const byte = source[at + (format.littleEndian ? step - 1 - index : index)] ?? 0;
      pixel = ((pixel << 8) | byte) >>> 0;
    }
    return pixel;
  };
  return ({ from, to }: RowOffsets): void => {
    let output = to;
    for (let x = 0; x < width; x += 1) {
      const pixel = readPixel(from + x * step);
      for (const { shift, max } of channels) {
        target[output] = Math.round((((pixel >>> shift) & max) * 255) / max);
        output += 1;
      }
    }
  };
};

const channelsOf = ({ redMask, greenMask, blueMask }: PixelFormat) =>
  [channelOf(redMask), channelOf(greenMask), channelOf(blueMask)] as const;

/** Which bytes of a pixel hold red, green and blue; undefined where they are no whole bytes. */
export const byteOrderOf = (format: PixelFormat): ThreeBytes | undefined => {
  const [red, green, blue] = channelsOf(format).map((channel) => byteIndex(channel, format));
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue];
};

const createRowConverter = (rows: PixelRows) => {
  const channels = channelsOf(rows.format);
  const order = byteOrderOf(rows.format);
  if (!order) return createMaskRow(rows, channels);
  return isHostWord(rows) ? createWordRow(rows, channels) : createByteRow(rows, order);
};

/**
 * Converts to three channels. The fourth byte of 32 bit pixels is padding, mostly zero; as alpha it would turn whole
 * windows black in whatever reads the image next, so it is dropped here.
 */
export const pixelsToRgb = (rows: PixelRows): void => {
  const convertRow = createRowConverter(rows);
  const stride = bytesPerRow(rows.format, rows.width);
  for (let y = 0; y < rows.height; y += 1) convertRow({ from: y * stride, to: y * rows.width * 3 });
};
