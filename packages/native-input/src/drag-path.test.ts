import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dragPath } from './drag-path.ts';

const start = { x: 400, y: 400 };
const pointsOf = (request: Parameters<typeof dragPath>[0]) => dragPath(request).map(({ point }) => point);

describe('the path of a drag', () => {
  it.each([100, 200, 500, 3000])(
    'P5 has at least ten steps of 4 to 9 ms in %d ms and ends on the end',
    (durationMs) => {
      const end = { x: 600, y: 500 };
      const path = pointsOf({ path: [start, end], durationMs });
      expect(path.length).toBeGreaterThanOrEqual(10);
      expect(durationMs / path.length).toBeGreaterThanOrEqual(4);
      expect(durationMs / path.length).toBeLessThanOrEqual(9);
      expect(path.at(-1)).toEqual(end);
    },
  );

  it('goes straight, in whole pixels, also up and to the left', () => {
    const path = pointsOf({
      path: [
        { x: 0, y: 0 },
        { x: -120, y: -24 },
      ],
      durationMs: 0,
    });
    expect(path).toContainEqual({ x: -60, y: -12 });
    expect(path.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
  });

  it('takes as much of the time for a segment as it has of the length', () => {
    const corner = { x: 700, y: 400 };
    const steps = dragPath({ path: [start, corner, { x: 700, y: 500 }], durationMs: 400 });
    expect(steps.find(({ point }) => point.x === corner.x)?.part).toBeCloseTo(0.75);
  });

  it('is not disturbed by a point that stands twice', () => {
    const corner = { x: 700, y: 400 };
    const path = [start, start, corner, corner, { x: 700, y: 500 }, { x: 700, y: 500 }];
    const once = [start, corner, { x: 700, y: 500 }];
    expect(dragPath({ path, durationMs: 400 })).toEqual(dragPath({ path: once, durationMs: 400 }));
  });

  it('stays where it is for its whole time when it has no length', () => {
    const steps = dragPath({ path: [start, start, start], durationMs: 600 });
    expect(steps.length).toBeGreaterThanOrEqual(67);
    expect(new Set(steps.map(({ point }) => JSON.stringify(point)))).toEqual(
      new Set([JSON.stringify(start)]),
    );
    expect(steps.at(-1)?.part).toBe(1);
  });

  it('passes every point in order and ends on time on the last, whatever the path', () => {
    const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: 0, max: 300 }) });
    const path = fc.array(point, { minLength: 2, maxLength: 64 });
    fc.assert(
      fc.property(path, fc.integer({ min: 100, max: 3000 }), (points, durationMs) => {
        const steps = dragPath({ path: points, durationMs });
        const visited = [points[0], ...steps.map((step) => step.point)];
        let from = 0;
        for (const wanted of points) {
          const found = visited.findIndex(
            (at, index) => index >= from && at?.x === wanted.x && at.y === wanted.y,
          );
          expect(found).toBeGreaterThanOrEqual(from);
          from = found;
        }
        const parts = steps.map(({ part }) => part);
        expect(parts).toEqual([...parts].sort((one, other) => one - other));
        expect(parts.at(-1)).toBeCloseTo(1);
        expect(steps.at(-1)?.point).toEqual(points.at(-1));
      }),
    );
  });
});
