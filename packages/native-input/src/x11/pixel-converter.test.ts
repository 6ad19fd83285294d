import { describe, expect, it } from 'vitest';
import { createPixelConverter } from './pixel-converter.ts';
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
const formats: readonly (readonly [string, PixelFormat])[] = [
  ['32 bits', depth24],
  ['32 bits, big endian', { ...depth24, littleEndian: false }],
  ['24 bits', { ...depth24, bitsPerPixel: 24 }],
  ['16 bits', { ...depth24, bitsPerPixel: 16, redMask: 0xf800, greenMask: 0x07e0, blueMask: 0x001f }],
];
const size = { width: 13, height: 5 };

describe.each(formats)('a converter of pixels of %s', (_, format) => {
  const bytes = bytesPerRow(format, size.width) * size.height;
  const source = Uint8Array.from({ length: bytes }, (__, index) => (index * 151) % 256);
  const converted = (buffer: 0 | 1, converter = createPixelConverter(format)): number[] => {
    const target = new Uint8Array(size.width * size.height * 3);
    converter.buffers[buffer].set(source);
    converter.convert({ buffer, ...size, target });
    return [...target];
  };
  const expected = new Uint8Array(size.width * size.height * 3);
  pixelsToRgb({ source, format, ...size, target: expected });

  it('gives the same as reading one pixel after the other, from both buffers', () => {
    expect(converted(0)).toEqual([...expected]);
    expect(converted(1)).toEqual([...expected]);
  });

  it('keeps what is in one buffer while it converts the other', () => {
    const converter = createPixelConverter(format);
    converter.buffers[1].set(source);
    converted(0, converter);
    const target = new Uint8Array(expected.length);
    converter.convert({ buffer: 1, ...size, target });
    expect([...target]).toEqual([...expected]);
  });
});
