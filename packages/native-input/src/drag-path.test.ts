import { describe, expect, it } from 'vitest';
import { dragPath } from './drag-path.ts';

describe('the path of a drag', () => {
  it.each([100, 200, 500, 3000])(
    'P5 has at least ten steps of 4 to 9 ms in %d ms and ends on the end',
    (durationMs) => {
      const end = { x: 600, y: 500 };
      const path = dragPath({ start: { x: 400, y: 400 }, end, durationMs });
      expect(path.length).toBeGreaterThanOrEqual(10);
      expect(durationMs / path.length).toBeGreaterThanOrEqual(4);
      expect(durationMs / path.length).toBeLessThanOrEqual(9);
      expect(path.at(-1)).toEqual(end);
    },
  );

  it('goes straight, in whole pixels, also up and to the left', () => {
    const path = dragPath({ start: { x: 0, y: 0 }, end: { x: -120, y: -24 }, durationMs: 0 });
    expect(path).toContainEqual({ x: -60, y: -12 });
    expect(path.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
  });
});
