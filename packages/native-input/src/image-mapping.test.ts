import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapDevicePoint, mapImagePoint } from './image-mapping.ts';

const g1 = { image: { width: 1280, height: 720 }, area: { x: 0, y: 0, width: 3840, height: 2160 } };

describe('mapping image points to the desktop', () => {
  it('G2 gives the device pixel under the centre of the image pixel', () => {
    expect(mapImagePoint({ ...g1, point: { x: 0, y: 0 } })).toEqual({ x: 1, y: 1 });
    expect(mapImagePoint({ ...g1, point: { x: 1279, y: 719 } })).toEqual({ x: 3838, y: 2158 });
  });

  it('G3 keeps the negative origin of a monitor left of and above the first', () => {
    const area = { x: -1280, y: -200, width: 1280, height: 1024 };
    expect(mapImagePoint({ image: area, area, point: { x: 0, y: 0 } })).toEqual({ x: -1280, y: -200 });
  });

  it('G4 covers a monitor whose height was rounded', () => {
    const area = { x: 0, y: 0, width: 1366, height: 768 };
    const point = { x: 1279, y: 719 };
    expect(mapImagePoint({ image: g1.image, area, point })).toEqual({ x: 1365, y: 767 });
  });

  it.each([
    { x: 1280, y: 10 },
    { x: -1, y: 10 },
    { x: 10, y: 720 },
    { x: 10, y: -1 },
    { x: 1.5, y: 10 },
    { x: Number.NaN, y: 10 },
  ])('G6 refuses the point %o, which is not a pixel of the image', (point) => {
    expect(() => mapImagePoint({ ...g1, point })).toThrow(expect.objectContaining({ code: 'point_outside' }));
  });

  it('stays inside the area and keeps the order of points', () => {
    const size = fc.integer({ min: 1, max: 8192 });
    const origin = fc.integer({ min: -32768, max: 32767 });
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(size, size, origin, part, part), ([length, imageLength, x, one, other]) => {
        const area = { x, y: 0, width: length, height: 1 };
        const image = { width: imageLength, height: 1 };
        const [first = 0, second = 0] = [one, other]
          .map((at) => Math.floor(at * imageLength))
          .sort((a, b) => a - b);
        const low = mapImagePoint({ image, area, point: { x: first, y: 0 } }).x;
        const high = mapImagePoint({ image, area, point: { x: second, y: 0 } }).x;
        expect(low).toBeGreaterThanOrEqual(x);
        expect(high).toBeLessThan(x + length);
        expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe('mapping device points to the image', () => {
  it('finds the pixel that shows the corners of a monitor', () => {
    const area = { x: -1280, y: 100, width: 1366, height: 768 };
    const image = { width: 1280, height: 720 };
    expect(mapDevicePoint({ image, area, point: { x: -1280, y: 100 } })).toEqual({ x: 0, y: 0 });
    expect(mapDevicePoint({ image, area, point: { x: 85, y: 867 } })).toEqual({ x: 1279, y: 719 });
  });

  it('finds the image pixel again that a device pixel was mapped from', () => {
    const length = fc.integer({ min: 1, max: 8192 });
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const given = fc.tuple(length, length, fc.integer({ min: -32768, max: 32767 }), part);
    fc.assert(
      fc.property(given, ([one, other, x, at]) => {
        // An image is never larger than what it shows.
        const image = { width: Math.min(one, other), height: 1 };
        const area = { x, y: 0, width: Math.max(one, other), height: 1 };
        const point = { x: Math.floor(at * image.width), y: 0 };
        expect(mapDevicePoint({ image, area, point: mapImagePoint({ image, area, point }) })).toEqual(point);
      }),
    );
  });
});
