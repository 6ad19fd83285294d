import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPixelShuffle } from './pixel-shuffle.ts';

const sourceBytes = 4096;

const shuffle = (order: readonly [number, number, number]) => {
  const found = createPixelShuffle(order, sourceBytes);
  if (!found) throw new Error('This machine has no SIMD in WebAssembly.');
  return found;
};

describe('a shuffle of pixels', () => {
  it('gives the three bytes of every pixel in order, whatever the fourth is and wherever they lie', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3, maxLength: 3 });
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 600 });
    fc.assert(
      fc.property(order, bytes, fc.nat(200), ([red = 0, green = 0, blue = 0], data, group) => {
        const { source, toRgb } = shuffle([red, green, blue]);
        const [at, pixels] = [group * 16, Math.floor(data.length / 4)];
        source.set(data, at);
        const expected = Array.from({ length: pixels }, (_, index) =>
          [red, green, blue].map((byte) => data[index * 4 + byte]),
        ).flat();
        expect([...toRgb(at, pixels)]).toEqual(expected);
      }),
    );
  });

  it('leaves alone what lies before and behind, so that the other half can be filled meanwhile', () => {
    const { source, toRgb } = shuffle([2, 1, 0]);
    source.fill(7);
    toRgb(1024, 256);
    expect(new Set(source.subarray(0, 1024))).toEqual(new Set([7]));
    expect(new Set(source.subarray(2048))).toEqual(new Set([7]));
  });

  it('reaches the last pixel of its memory', () => {
    const { source, toRgb } = shuffle([2, 1, 0]);
    source.set([1, 2, 3, 4], sourceBytes - 4);
    expect([...toRgb(sourceBytes - 4, 1)]).toEqual([3, 2, 1]);
  });
});
