import { describe, expect, it } from 'vitest';
import type { Frame } from '@harness-desktop/native-input';
import { createImageEncoder } from './image-encoder.ts';
import type { ImageRequest } from './encode-image.ts';

const frameOf = (rgb: Uint8Array, width = 1): Frame => {
  const area = { x: 0, y: 0, width, height: rgb.length / 3 / width };
  const target = { targetId: 'display-0-1', name: 'one', area, primary: true };
  const { height } = area;
  return { target, layoutId: 'layout', area, width, height, rgb, capturedAt: new Date(0), pointer: null };
};
const jpeg: ImageRequest = { maxDimension: 1280, format: 'jpeg' };

const setUp = () => {
  let count = 0;
  const encode = createImageEncoder(({ width, height, rgb }) => {
    count += 1;
    const bytes = Uint8Array.of(count);
    return Promise.resolve({ width, height, bytes, mimeType: 'image/jpeg', pixels: rgb });
  });
  return async (frame: Frame, request = jpeg) => (await encode(frame, request)).bytes[0];
};

describe('an encoder of images', () => {
  it('gives the same bytes for the same pixels', async () => {
    const encode = setUp();
    const rgb = new Uint8Array(6);
    expect(await encode(frameOf(rgb))).toBe(1);
    expect(await encode(frameOf(rgb))).toBe(1);
  });

  it('encodes other pixels, also those that only lie in the same memory', async () => {
    const encode = setUp();
    const rgb = new Uint8Array(6);
    await encode(frameOf(rgb));
    expect(await encode(frameOf(new Uint8Array(6)))).toBe(2);
    expect(await encode(frameOf(new Uint8Array(rgb.buffer)))).toBe(3);
  });

  it('encodes anew for another format, another bound or another shape', async () => {
    const encode = setUp();
    const rgb = new Uint8Array(6);
    await encode(frameOf(rgb));
    expect(await encode(frameOf(rgb), { ...jpeg, format: 'png' })).toBe(2);
    expect(await encode(frameOf(rgb), { ...jpeg, maxDimension: 256 })).toBe(3);
    expect(await encode(frameOf(rgb, 2), jpeg)).toBe(4);
  });

  it('tries again what failed', async () => {
    let fails = true;
    const encode = createImageEncoder(({ width, height, rgb }) => {
      if (fails) return Promise.reject(new Error('no memory'));
      return Promise.resolve({ width, height, bytes: rgb, mimeType: 'image/jpeg', pixels: rgb });
    });
    const frame = frameOf(new Uint8Array(3));
    await expect(encode(frame, jpeg)).rejects.toThrow('no memory');
    fails = false;
    expect((await encode(frame, jpeg)).bytes).toBe(frame.rgb);
  });
});
