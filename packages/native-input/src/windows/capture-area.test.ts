import { describe, expect, it } from 'vitest';
import type { DevicePoint } from '../desktop.ts';
import type { Cursor } from './bindings/cursor.ts';
import { captureArea } from './capture-area.ts';

const area = { x: -1920, y: -200, width: 2, height: 1 };
const pointer: Cursor = { handle: 7n, at: { x: -1919, y: -190 }, hotSpot: { x: 3, y: 4 } };
const white = 0xffffff;

/** A screen whose pointer is drawn as one white pixel. */
const setUp = (screen: readonly number[], isShown = true) => {
  const corners: DevicePoint[] = [];
  const pixels = Uint32Array.from(screen);
  /** Not among the pixels before the flush. */
  const drawn: number[] = [];
  const capture = (drawPointer: boolean) =>
    captureArea(
      {
        gdi: {
          captureArea: (_area, visit) => visit({ context: 1n, pixels }),
          flush: () => drawn.forEach((index) => (pixels[index] = white)),
        },
        cursors: {
          read: () => (isShown ? pointer : undefined),
          draw: (_cursor, _context, corner) => {
            corners.push(corner);
            drawn.push(0);
          },
        },
      },
      { area, drawPointer },
    );
  return { capture, corners };
};

describe('a capture of an area', () => {
  it('has the pointer where its hot spot is, also on a monitor left of and above the primary', () => {
    const { capture, corners } = setUp([1, 2]);
    expect([...capture(true).rgb]).toEqual([255, 255, 255, 0, 0, 2]);
    expect(corners).toEqual([{ x: -2, y: 6 }]);
  });

  it('has no pointer unless asked, and none while none is shown', () => {
    const asked = setUp([1, 2]);
    expect([...asked.capture(false).rgb]).toEqual([0, 0, 1, 0, 0, 2]);
    const hidden = setUp([1, 2], false);
    expect([...hidden.capture(true).rgb]).toEqual([0, 0, 1, 0, 0, 2]);
  });

  it('is blank when the screen is black, though the pointer is drawn over it', () => {
    expect(setUp([0, 0]).capture(true).isBlank).toBe(true);
    expect(setUp([0, 1]).capture(true).isBlank).toBe(false);
  });
});
