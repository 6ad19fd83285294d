import { describe, expect, it } from 'vitest';
import type { PixelFormat } from './pixel-format.ts';
import { bytesPerRow } from './pixel-format.ts';
import { pixelsToRgb } from './pixels-to-rgb.ts';

const depth24: PixelFormat = {
  bitsPerPixel: 32,
  scanlinePadBits: 32,
  littleEndian: true,
  redMask: 0xff0000,
  greenMask: 0x00ff00,
  blueMask: 0x0000ff,
};
const packed24: PixelFormat = { ...depth24, bitsPerPixel: 24 };
const depth16: PixelFormat = {
  ...depth24,
  bitsPerPixel: 16,
  redMask: 0xf800,
  greenMask: 0x07e0,
  blueMask: 0x001f,
};
const depth30: PixelFormat = { ...depth24, redMask: 0x3ff00000, greenMask: 0x000ffc00, blueMask: 0x000003ff };
const bigEndian = { littleEndian: false };

const convert = (
  format: PixelFormat,
  size: { width: number; height: number },
  source: number[],
): number[] => {
  const target = new Uint8Array(size.width * size.height * 3);
  pixelsToRgb({ source: Uint8Array.from(source), format, ...size, target });
  return [...target];
};

const one = { width: 1, height: 1 };

describe('converting pixels to RGB', () => {
  it.each([
    ['32 bits, little endian, with a zero pad byte', depth24, [0x33, 0x22, 0x11, 0x00]],
    ['32 bits, little endian, with a full pad byte', depth24, [0x33, 0x22, 0x11, 0xff]],
    ['32 bits, big endian', { ...depth24, ...bigEndian }, [0x00, 0x11, 0x22, 0x33]],
    [
      '32 bits with red in the low byte',
      { ...depth24, redMask: 0xff, blueMask: 0xff0000 },
      [0x11, 0x22, 0x33, 0],
    ],
    ['24 bits, little endian', packed24, [0x33, 0x22, 0x11, 0]],
    ['24 bits, big endian', { ...packed24, ...bigEndian }, [0x11, 0x22, 0x33, 0]],
  ])('reads %s', (_, format, source) => {
    expect(convert(format, one, source)).toEqual([0x11, 0x22, 0x33]);
  });

  it('reads words that are not aligned in memory', () => {
    const source = Uint8Array.from([0, 0x33, 0x22, 0x11, 0]).subarray(1);
    const target = new Uint8Array(3);
    pixelsToRgb({ source, format: depth24, ...one, target });
    expect([...target]).toEqual([0x11, 0x22, 0x33]);
  });

  it.each([
    ['little endian', depth16, [0xe0, 0xff, 0, 0]],
    ['big endian', { ...depth16, ...bigEndian }, [0xff, 0xe0, 0, 0]],
  ])('spreads 5 and 6 bits over the whole range, %s', (_, format, source) => {
    expect(convert(format, one, source)).toEqual([255, 255, 0]);
  });

  it('reads ten bits a channel', () => {
    const pixel = (0x3ff << 20) | (0x200 << 10);
    const source = [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff, pixel >>> 24];
    expect(convert(depth30, one, source)).toEqual([255, 128, 0]);
  });

  it('leaves out the padding at the end of rows', () => {
    const size = { width: 1, height: 2 };
    expect(bytesPerRow(depth16, 1)).toBe(4);
    expect(convert(depth16, size, [0x00, 0xf8, 9, 9, 0x1f, 0x00, 9, 9])).toEqual([255, 0, 0, 0, 0, 255]);
    expect(convert(packed24, size, [3, 2, 1, 9, 6, 5, 4, 9])).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
