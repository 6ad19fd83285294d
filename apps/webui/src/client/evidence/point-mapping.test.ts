import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCoordinate, toImagePoint } from './point-mapping.ts';

const image = { width: 1280, height: 720 };

describe('image points', () => {
  it('gives the first and the last pixel at the edges', () => {
    const box = { left: 10, top: 20, width: 640, height: 360 };
    expect(toImagePoint({ x: 10, y: 20 }, box, image)).toEqual({ x: 0, y: 0 });
    expect(toImagePoint({ x: 649.99, y: 379.99 }, box, image)).toEqual({ x: 1279, y: 719 });
  });

  it('refuses a pointer outside instead of clamping it', () => {
    const box = { left: 0, top: 0, width: 640, height: 360 };
    expect(toImagePoint({ x: -0.1, y: 5 }, box, image)).toBeNull();
    expect(toImagePoint({ x: 640, y: 5 }, box, image)).toBeNull();
    expect(toImagePoint({ x: 5, y: 360 }, box, image)).toBeNull();
  });

  it('maps by floor when the image is drawn smaller', () => {
    const box = { left: 0, top: 0, width: 400, height: 225 };
    expect(toImagePoint({ x: 1, y: 1 }, box, image)).toEqual({ x: 3, y: 3 });
  });

  it('has nothing to point at while the image has no size', () => {
    expect(toImagePoint({ x: 0, y: 0 }, { left: 0, top: 0, width: 0, height: 0 }, image)).toBeNull();
  });

  it('hits the very pixel whose drawn centre is pointed at, at any scale and position', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 1, max: 2048 }),
          height: fc.integer({ min: 1, max: 2048 }),
          scale: fc.double({ min: 0.1, max: 4, noNaN: true }),
          left: fc.double({ min: -500, max: 500, noNaN: true }),
          fx: fc.double({ min: 0, max: 0.999, noNaN: true }),
          fy: fc.double({ min: 0, max: 0.999, noNaN: true }),
        }),
        ({ width, height, scale, left, fx, fy }) => {
          const pixel = { x: Math.floor(fx * width), y: Math.floor(fy * height) };
          const box = { left, top: -left, width: width * scale, height: height * scale };
          const pointer = { x: left + (pixel.x + 0.5) * scale, y: -left + (pixel.y + 0.5) * scale };
          expect(toImagePoint(pointer, box, { width, height })).toEqual(pixel);
        },
      ),
    );
  });
});

it.each([
  ['0', 0],
  [' 12 ', 12],
  ['1279', 1279],
  ['1280', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['1e2', null],
])('reads the coordinate %j', (text, value) => {
  expect(parseCoordinate(text, 1280)).toBe(value);
});
