import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin } from '../preconditions.ts';
import { layoutDigest } from '../layout-digest.ts';
import { findDisplay, placeDisplays, toDesktopPoint, toDevicePoint } from './monitors.ts';
import type { Display, PlacedDisplay } from './monitors.ts';

const builtin: Display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1440, height: 900 },
  pixels: { width: 2880, height: 1800 },
  isMain: true,
  isBuiltin: true,
};

const external = (given: Partial<Display> = {}): Display => ({
  id: 7,
  bounds: { x: 1440, y: -180, width: 1920, height: 1080 },
  pixels: { width: 1920, height: 1080 },
  isMain: false,
  isBuiltin: false,
  ...given,
});

const areas = (placed: readonly PlacedDisplay[]) => placed.map(({ target: { area } }) => area);
const idOf = (displays: readonly Display[]): string =>
  layoutDigest(placeDisplays(displays).map(({ target }) => target));

/** Displays in a row from any origin, each with a scale of its own, as a person may arrange them. */
const rows = fc
  .array(
    fc.record({
      width: fc.integer({ min: 320, max: 3000 }),
      height: fc.integer({ min: 240, max: 2000 }),
      y: fc.integer({ min: -3000, max: 3000 }),
      scale: fc.constantFrom(1, 1.25, 1.5, 2, 3),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .chain((shapes) =>
    fc.nat({ max: shapes.length - 1 }).map((main) => {
      const before = shapes.slice(0, main).reduce((sum, { width }) => sum + width, 0);
      let left = 0 - before;
      return shapes.map(({ width, height, y, scale }, index): Display => {
        const bounds = { x: left, y: index === main ? 0 : y, width, height };
        left += width;
        const pixels = { width: Math.round(width * scale), height: Math.round(height * scale) };
        return { id: index + 1, bounds, pixels, isMain: index === main, isBuiltin: false };
      });
    }),
  );

describe('the displays of macOS as monitors', () => {
  it('has one device pixel for each pixel of a capture, from origins that no two displays share', () => {
    expect(areas(placeDisplays([builtin, external()]))).toEqual([
      { x: 0, y: 0, width: 2880, height: 1800 },
      { x: 2880, y: -360, width: 1920, height: 1080 },
    ]);
  });

  it('counts in points where no display has more pixels than points', () => {
    const plain = { ...builtin, pixels: { width: 1440, height: 900 } };
    expect(areas(placeDisplays([plain, external({ bounds: { ...external().bounds, x: -1920 } })]))).toEqual([
      { x: 0, y: 0, width: 1440, height: 900 },
      { x: -1920, y: -180, width: 1920, height: 1080 },
    ]);
  });

  it('puts the main display first and says points and scale of each', () => {
    const targets = placeDisplays([external(), builtin]).map(({ target }) => target);
    expect(targets.map(({ targetId, name, primary }) => ({ targetId, name, primary }))).toEqual([
      { targetId: 'display-1', name: 'Built-in display, 1440x900 points at 2x', primary: true },
      { targetId: 'display-7', name: 'Display 7, 1920x1080 points at 1x', primary: false },
    ]);
  });

  it('turns the pixels of a panel that stands upright', () => {
    const upright = external({ bounds: { x: 1440, y: 0, width: 1080, height: 1920 } });
    const [, placed] = placeDisplays([builtin, upright]);
    expect(placed?.target.area).toMatchObject({ width: 1080, height: 1920 });
    expect(placed?.scale).toEqual({ x: 1, y: 1 });
  });

  it('is another layout when only a scale, or only a place, is another', () => {
    const ids = [
      idOf([builtin, external()]),
      idOf([builtin, external({ pixels: { width: 3840, height: 2160 } })]),
      idOf([builtin, external({ bounds: { ...external().bounds, y: -179 } })]),
      idOf([{ ...builtin, pixels: { width: 1440, height: 900 } }, external()]),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('never lets displays overlap, and finds each pixel again through its point', () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (displays, part) => {
        const placed = placeDisplays(displays);
        for (const [index, one] of placed.entries()) {
          const { area } = one.target;
          const others = placed.filter((_, other) => other !== index).map(({ target }) => target.area);
          const corners = [
            { x: area.x, y: area.y },
            { x: area.x + area.width - 1, y: area.y },
            { x: area.x, y: area.y + area.height - 1 },
            { x: area.x + area.width - 1, y: area.y + area.height - 1 },
            { x: area.x + Math.floor(area.width * part), y: area.y + Math.floor(area.height * part) },
          ];
          for (const pixel of corners) {
            expect(others.some((other) => isWithin(other, pixel))).toBe(false);
            expect(toDevicePoint(placed, toDesktopPoint(one, pixel))).toEqual(pixel);
          }
        }
      }),
    );
  });

  it('gives points of whole numbers on a display with as many pixels as points', () => {
    const placed = placeDisplays([builtin, external()]);
    const found = findDisplay(placed, { x: 2880 + 33, y: -360 + 44 });
    expect(found && toDesktopPoint(found.on, found.point)).toEqual({ x: 1440 + 33, y: -180 + 44 });
  });

  it('goes along the edge where the way from display to display is on none', () => {
    const placed = placeDisplays([builtin, external()]);
    const gap = { x: 2880 + 2500, y: 100 };
    expect(placed.some(({ target }) => isWithin(target.area, gap))).toBe(false);
    expect(findDisplay(placed, gap)).toMatchObject({ point: { x: 2880 + 1919, y: 100 } });
  });

  it('has no place for a point that is on no display', () => {
    expect(toDevicePoint(placeDisplays([builtin]), { x: 1440, y: 10 })).toBeUndefined();
  });
});
