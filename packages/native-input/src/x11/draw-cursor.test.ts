import { describe, expect, it } from 'vitest';
import { drawCursor } from './draw-cursor.ts';

const area = { x: 100, y: 50, width: 3, height: 2 };
const pixel = (alpha: number, [red, green, blue]: readonly number[]) => [
  blue ?? 0,
  green ?? 0,
  red ?? 0,
  alpha,
];

const draw = (position: { x: number; y: number }): number[] => {
  const rgb = new Uint8Array(area.width * area.height * 3).fill(100);
  const pixels = Uint8Array.from(
    [pixel(255, [10, 20, 30]), pixel(0, [0, 0, 0]), pixel(128, [64, 0, 0])].flat(),
  );
  drawCursor({ ...position, width: 3, height: 1, hotX: 1, hotY: 0, pixels }, { rgb, area });
  return [...rgb];
};

const plain = [100, 100, 100];

describe('drawing the pointer', () => {
  it('lays its colours over the image by their alpha, with the hot spot on the position', () => {
    const half = [64 + 50, 50, 50];
    expect(draw({ x: 101, y: 51 })).toEqual([plain, plain, plain, [10, 20, 30], plain, half].flat());
  });

  it.each([
    ['left', { x: 99, y: 50 }, [114, 50, 50, ...plain, ...plain, ...plain, ...plain, ...plain]],
    ['right', { x: 103, y: 50 }, [...plain, ...plain, 10, 20, 30, ...plain, ...plain, ...plain]],
    ['away', { x: 0, y: 0 }, Array.from({ length: 6 }, () => plain).flat()],
    ['below', { x: 101, y: 52 }, Array.from({ length: 6 }, () => plain).flat()],
  ])('draws only the part on the monitor when it hangs over on the %s', (_, position, expected) => {
    expect(draw(position)).toEqual(expected);
  });
});
