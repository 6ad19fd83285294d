import { describe, expect, it } from 'vitest';
import type { Frame } from '@harness-desktop/native-input';
import { createFakeClock } from '../testing/fake-clock.ts';
import { trimAfterImages } from './trim-after-images.ts';

const area = { x: 0, y: 0, width: 1, height: 1 };
const frame: Frame = {
  ...{ target: { targetId: 'display-0-1', name: 'one', area, primary: true }, layoutId: 'layout', area },
  ...{ width: 1, height: 1, rgb: new Uint8Array(3), capturedAt: new Date(0), pointer: null },
};

const image = { width: 1, height: 1, bytes: Uint8Array.of(1), mimeType: 'image/jpeg', pixels: frame.rgb };

const setUp = () => {
  const clock = createFakeClock();
  let trims = 0;
  const heap = { trim: () => Promise.resolve(void (trims += 1)) };
  const encode = trimAfterImages(() => Promise.resolve(image), { heap, clock });
  return { clock, encode: () => encode(frame, { maxDimension: 1280, format: 'jpeg' }), trims: () => trims };
};

describe('trimAfterImages', () => {
  it('gives the image of the encoder', async () => {
    expect(await setUp().encode()).toBe(image);
  });

  it('trims once after a minute without images, and not before there was any', async () => {
    const { clock, encode, trims } = setUp();
    clock.advance(300_000);
    expect(trims()).toBe(0);
    await encode();
    clock.advance(59_000);
    await encode();
    clock.advance(59_000);
    expect(trims()).toBe(0);
    clock.advance(300_000);
    expect(trims()).toBe(1);
  });

  it('trims after every 64 images that follow each other', async () => {
    const { encode, trims } = setUp();
    for (let count = 0; count < 200; count += 1) await encode();
    expect(trims()).toBe(3);
  });
});
