import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromGrid, inputFromGrid, toGrid } from './point-grid.ts';

const size = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});
const cell = fc.integer({ min: 0, max: 999 });
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const seen = { observation_id: 'obs-0000000a', alias: 'desktop', target_id: 'd0', width: 1440, height: 900 };
const context = { find: (id: string) => (id === seen.observation_id ? seen : undefined) };

describe('the grid of Google', () => {
  it('gives each cell a pixel of the picture, and that pixel the cell again where there are enough pixels', () => {
    fc.assert(
      fc.property(size, cell, cell, (image, x, y) => {
        const pixel = fromGrid({ x, y }, image);
        expect(pixel.x).toBeGreaterThanOrEqual(0);
        expect(pixel.x).toBeLessThan(image.width);
        expect(pixel.y).toBeLessThan(image.height);
        const back = toGrid(pixel, image);
        if (image.width >= 1000) expect(back.x).toBe(x);
        if (image.height >= 1000) expect(back.y).toBe(y);
      }),
    );
  });

  it('brings each pixel back to within one cell of where it was', () => {
    fc.assert(
      fc.property(size, share, share, (image, x, y) => {
        const pixel = { x: Math.floor(x * image.width), y: Math.floor(y * image.height) };
        const back = fromGrid(toGrid(pixel, image), image);
        expect(Math.abs(back.x - pixel.x)).toBeLessThanOrEqual(Math.ceil(image.width / 1000));
        expect(Math.abs(back.y - pixel.y)).toBeLessThanOrEqual(Math.ceil(image.height / 1000));
      }),
    );
  });

  it('is turned into pixels of the screenshot that the call names', () => {
    const { observation_id } = seen;
    expect(inputFromGrid({ observation_id, point: { x: 500, y: 999 }, button: 'left' }, context)).toEqual({
      input: { observation_id, point: { x: 720, y: 899 }, button: 'left' },
    });
    expect(
      inputFromGrid({ observation_id, start: { x: 0, y: 0 }, end: { x: 250, y: 250 } }, context),
    ).toEqual({ input: { observation_id, start: { x: 0, y: 0 }, end: { x: 360, y: 225 } } });
    expect(
      inputFromGrid({ observation_id, region: { x: 0, y: 500, width: 1000, height: 500 } }, context),
    ).toEqual({ input: { observation_id, region: { x: 0, y: 450, width: 1440, height: 450 } } });
  });

  it('refuses what lies outside it, and a screenshot that is not known', () => {
    const { observation_id } = seen;
    expect(inputFromGrid({ observation_id, point: { x: 1200, y: 3 } }, context)).toEqual({
      fault: 'point must be given on the grid, from 0 to 999.',
    });
    expect(inputFromGrid({ observation_id: 'obs-0000000b', point: { x: 1, y: 3 } }, context)).toEqual({
      fault: 'observation_id names no screenshot of this run that can still be used. Observe first.',
    });
    expect(inputFromGrid({ alias: 'desktop' }, context)).toEqual({ input: { alias: 'desktop' } });
  });
});
