import type { DeviceArea, DevicePoint } from '../desktop.ts';
import type { ReadRequest, ScreenPixels } from '../screen-port.ts';
import { bgrxToRgb, isBlack } from './bgrx-to-rgb.ts';
import type { Cursor, Cursors } from './bindings/cursor.ts';
import type { Gdi } from './bindings/gdi.ts';

/** Where the upper left corner of the pointer's image is within an area; both may be left of or above the primary. */
const cursorCorner = ({ at, hotSpot }: Pick<Cursor, 'at' | 'hotSpot'>, area: DeviceArea): DevicePoint => ({
  x: at.x - hotSpot.x - area.x,
  y: at.y - hotSpot.y - area.y,
});

export type CaptureParts = { readonly gdi: Gdi; readonly cursors: Cursors };

/** Copies an area of the screen with or without the pointer. It takes as long as it takes: not for the main thread. */
export const captureArea = (
  { gdi, cursors }: CaptureParts,
  { area, drawPointer }: ReadRequest,
): ScreenPixels & { readonly rgb: Uint8Array<ArrayBuffer> } =>
  gdi.captureArea(area, ({ context, pixels }) => {
    // Before the pointer is drawn, which would be seen on the black that stands for withheld content.
    const isBlank = isBlack(pixels);
    const cursor = drawPointer ? cursors.read() : undefined;
    if (cursor) {
      cursors.draw(cursor, context, cursorCorner(cursor, area));
      gdi.flush();
    }
    return { rgb: bgrxToRgb(pixels), isBlank };
  });
