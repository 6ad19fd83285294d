import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitScroll } from './pixel-scroll.ts';

const distances = fc.integer({ min: -10_000, max: 10_000 });

it('scrolls the whole way in parts that an application can follow', () => {
  fc.assert(
    fc.property(distances, distances, fc.constantFrom(1, 2), (x, y, scale) => {
      const parts = splitScroll({ x, y }, { x: scale, y: scale });
      const sum = parts.reduce((all, part) => ({ x: all.x + part.x, y: all.y + part.y }), { x: 0, y: 0 });
      expect(sum.x).toBeCloseTo(Math.round(x / scale));
      expect(sum.y).toBeCloseTo(Math.round(y / scale));
      for (const part of parts) {
        expect(Math.max(Math.abs(part.x), Math.abs(part.y))).toBeLessThanOrEqual(81);
      }
    }),
  );
});
