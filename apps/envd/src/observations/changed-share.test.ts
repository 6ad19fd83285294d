import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedShare } from './changed-share.ts';

const size = { width: 200, height: 100 };
const pixels = size.width * size.height;

/** An image in which the first `changed` pixels are others, each in one of its channels. */
const pairWith = (changed: number) => {
  const before = new Uint8Array(pixels * 3).fill(7);
  const after = Uint8Array.from(before);
  for (let pixel = 0; pixel < changed; pixel += 1) after[pixel * 3 + (pixel % 3)] = 8;
  return { ...size, before, after };
};

describe('the share of changed pixels', () => {
  it.each([
    { changed: 0, share: 0 },
    { changed: 5000, share: 0.25 },
    { changed: 333, share: 0.0167 },
    { changed: pixels, share: 1 },
  ])('is $share for $changed of 20000', async ({ changed, share }) => {
    expect(await changedShare(pairWith(changed))).toBe(share);
  });

  it('is neither 0 nor 1 by rounding', async () => {
    const width = 4000;
    const wide = { width, height: 10, before: new Uint8Array(width * 30), after: new Uint8Array(width * 30) };
    wide.after[17] = 1;
    expect(await changedShare(wide)).toBe(0.0001);
    wide.after.fill(9);
    wide.after.fill(0, 300, 303);
    expect(await changedShare(wide)).toBe(0.9999);
  });

  it('has at most four decimals and is nearly exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: pixels }), async (changed) => {
        const share = await changedShare(pairWith(changed));
        expect(Number(share.toFixed(4))).toBe(share);
        expect(Math.abs(share - changed / pixels)).toBeLessThanOrEqual(0.0001);
      }),
      { numRuns: 50 },
    );
  });

  it('counts each pixel once, whichever channels differ and wherever rows lie in memory', async () => {
    const widths = fc.integer({ min: 1, max: 21 });
    const change = fc.record({ at: fc.nat(21 * 6 * 3 - 1), by: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(widths, fc.array(change), fc.nat(3), async (width, changes, offset) => {
        const height = 6;
        const bytes = width * height * 3;
        const image = () => new Uint8Array(bytes + offset).subarray(offset).fill(7);
        const [before, after] = [image(), image()];
        for (const { at, by } of changes) after[at % bytes] = 7 ^ by;
        const isOther = (pixel: number) =>
          [0, 1, 2].some((channel) => before[pixel * 3 + channel] !== after[pixel * 3 + channel]);
        const changed = Array.from({ length: width * height }, (_, pixel) => pixel).filter(isOther).length;
        const share = await changedShare({ width, height, before, after });
        expect(Math.abs(share - changed / (width * height))).toBeLessThanOrEqual(0.0001);
      }),
    );
  });
});
