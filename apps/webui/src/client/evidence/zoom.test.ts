import { expect, it } from 'vitest';
import { scaleOf, zoomIn, zoomOut } from './zoom.ts';

const image = { width: 1000, height: 500 };

it('fits the image into the view without enlarging it', () => {
  expect(scaleOf('fit', image, { width: 500, height: 500 })).toBe(0.5);
  expect(scaleOf('fit', image, { width: 5000, height: 100 })).toBe(0.2);
  expect(scaleOf('fit', image, { width: 5000, height: 5000 })).toBe(1);
  expect(scaleOf(2, image, null)).toBe(2);
});

it('steps in and out, from any scale, within bounds', () => {
  expect(zoomIn(0.33)).toBe(0.5);
  expect(zoomOut(0.33)).toBe(0.25);
  expect(zoomIn(1)).toBe(1.5);
  expect(zoomOut(1)).toBe(0.75);
  expect(zoomIn(4)).toBe(4);
  expect(zoomOut(0.1)).toBe(0.1);
});
