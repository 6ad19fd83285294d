import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodeImage, fitWithin } from './encode-image.ts';

const jpeg = (maxDimension: number) => ({ maxDimension, format: 'jpeg' }) as const;
const noiseOf = (side: number) => frameOf(side, side, new Uint8Array(randomBytes(side * side * 3)));

const frameOf = (width: number, height: number, rgb = new Uint8Array(width * height * 3).fill(120)) => {
  const area = { x: 0, y: 0, width, height };
  const target = { targetId: 'display-0-1', name: 'one', area, primary: true };
  return { target, layoutId: 'layout', area, width, height, rgb, capturedAt: new Date(0), pointer: null };
};

vi.setConfig({ testTimeout: 30_000 });

describe('fitWithin', () => {
  it.each([
    { name: 'G1', from: '3840x2160', most: 1280, to: '1280x720' },
    { name: 'G4', from: '1366x768', most: 1280, to: '1280x720' },
    { name: 'G5', from: '800x600', most: 2048, to: '800x600' },
    { name: 'portrait', from: '1080x1920', most: 1280, to: '720x1280' },
    { name: 'a very flat one', from: '4000x1', most: 256, to: '256x1' },
  ])('$name makes $from within $most to $to', ({ from, most, to }) => {
    const [width = 0, height = 0] = from.split('x').map(Number);
    const fitted = fitWithin({ width, height }, most);
    expect(`${fitted.width}x${fitted.height}`).toBe(to);
  });
});

describe('encodeImage', () => {
  it('G4 makes a JPEG of just the size it announces', async () => {
    const image = await encodeImage(frameOf(1366, 768), jpeg(1280));
    const { format, width, height } = await sharp(image.bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1280, height: 720 });
    expect(image).toMatchObject({ width: 1280, height: 720, mimeType: 'image/jpeg' });
  });

  it('G5 never upscales an 800x600 monitor', async () => {
    const { width, height } = await sharp(
      (await encodeImage(frameOf(800, 600), jpeg(2048))).bytes,
    ).metadata();
    expect([width, height]).toEqual([800, 600]);
  });

  it('keeps colours', async () => {
    const rgb = new Uint8Array(64 * 64 * 3);
    for (let index = 0; index < rgb.length; index += 3) rgb.set([200, 40, 90], index);
    const { bytes } = await encodeImage(frameOf(64, 64, rgb), jpeg(256));
    const [red = 0, green = 0, blue = 0] = await sharp(bytes).raw().toBuffer();
    expect(Math.abs(red - 200) + Math.abs(green - 40) + Math.abs(blue - 90)).toBeLessThan(12);
  });

  it('lowers the quality of noise until it fits into 4 MiB', async () => {
    const { bytes } = await encodeImage(noiseOf(2048), jpeg(2048));
    expect(bytes.byteLength).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'makes a %s when asked to, of the scaled size',
    async (format) => {
      const image = await encodeImage(frameOf(1366, 768), { maxDimension: 640, format });
      const found = await sharp(image.bytes).metadata();
      expect(found).toMatchObject({ format, width: 640, height: 360 });
      expect(image.mimeType).toBe(`image/${format}`);
      expect(image.pixels).toHaveLength(640 * 360 * 3);
    },
  );

  it('loses nothing in a PNG', async () => {
    const frame = noiseOf(300);
    const { bytes, pixels } = await encodeImage(frame, { maxDimension: 2048, format: 'png' });
    expect(pixels).toEqual(frame.rgb);
    expect(Buffer.from(frame.rgb).equals(await sharp(bytes).raw().toBuffer())).toBe(true);
  });

  it('O8 refuses a PNG of noise that is larger than 4 MiB, and blames the format', async () => {
    const refused = encodeImage(noiseOf(1280), { maxDimension: 1280, format: 'png' });
    await expect(refused).rejects.toMatchObject({
      errorType: 'quota_exceeded',
      retryHint: 'never',
      details: { field: 'format' },
    });
  });
});
