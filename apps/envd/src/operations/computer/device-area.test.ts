import { mapImagePoint } from '@harness-desktop/native-input';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceAreaOf } from './device-area.ts';

const referenceOf = (area: [number, number, number, number], image: [number, number]) => ({
  observationId: 'observation-1',
  targetId: 'display-0-1',
  layoutId: 'layout',
  area: { x: area[0], y: area[1], width: area[2], height: area[3] },
  image: { width: image[0], height: image[1] },
});

const monitor = referenceOf([0, 0, 3840, 2160], [1280, 720]);
const rounded = referenceOf([-1366, 100, 1366, 768], [1280, 720]);

describe('the part of the desktop that a region shows', () => {
  it.each([
    { of: monitor, region: [0, 0, 1280, 720], area: [0, 0, 3840, 2160] },
    { of: monitor, region: [10, 20, 30, 40], area: [30, 60, 90, 120] },
    { of: rounded, region: [0, 0, 1280, 720], area: [-1366, 100, 1366, 768] },
    { of: rounded, region: [1, 1, 1, 1], area: [-1365, 101, 2, 2] },
    { of: rounded, region: [1279, 719, 1, 1], area: [-2, 866, 2, 2] },
  ])('of $region is $area', ({ of, region, area }) => {
    const [x = 0, y = 0, width = 0, height = 0] = region;
    expect(Object.values(deviceAreaOf(of, { x, y, width, height }))).toEqual(area);
  });

  it.each([
    { x: 1280, y: 0, width: 1, height: 1 },
    { x: 1279, y: 0, width: 2, height: 1 },
    { x: 0, y: 719, width: 1, height: 2 },
    { x: 4294967295, y: 0, width: 4294967295, height: 1 },
  ])('refuses %o, which reaches beyond the image', (region) => {
    expect(() => deviceAreaOf(monitor, region)).toThrow(
      expect.objectContaining({ errorType: 'invalid_params', details: { field: 'region' } }),
    );
  });

  it('lies within what the image shows and holds the device pixel of each of its points', () => {
    const length = fc.integer({ min: 1, max: 4096 });
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(length, length, part, part, part), ([one, other, from, size, at]) => {
        const [deviceLength, imageLength] = [Math.max(one, other), Math.min(one, other)];
        const reference = referenceOf([50, 0, deviceLength, 1], [imageLength, 1]);
        const x = Math.floor(from * imageLength);
        const width = 1 + Math.floor(size * (imageLength - x));
        const area = deviceAreaOf(reference, { x, y: 0, width, height: 1 });
        expect(area.x).toBeGreaterThanOrEqual(50);
        expect(area.x + area.width).toBeLessThanOrEqual(50 + deviceLength);
        const point = { x: x + Math.floor(at * width), y: 0 };
        const device = mapImagePoint({ point, image: reference.image, area: reference.area });
        expect(device.x).toBeGreaterThanOrEqual(area.x);
        expect(device.x).toBeLessThan(area.x + area.width);
      }),
    );
  });
});
