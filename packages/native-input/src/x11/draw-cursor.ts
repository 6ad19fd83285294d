import type { DeviceArea } from '../desktop.ts';
import type { CursorImage } from './bindings/xfixes.ts';

export type CursorTarget = { readonly rgb: Uint8Array; readonly area: DeviceArea };

const bytesPerPixel = 4;

/** Lays the pointer over a captured area; the part of it that is elsewhere is left out. */
export const drawCursor = (cursor: CursorImage, { rgb, area }: CursorTarget): void => {
  const left = cursor.x - cursor.hotX - area.x;
  const top = cursor.y - cursor.hotY - area.y;
  for (let row = Math.max(0, -top); row < Math.min(cursor.height, area.height - top); row += 1) {
    for (let column = Math.max(0, -left); column < Math.min(cursor.width, area.width - left); column += 1) {
      const from = (row * cursor.width + column) * bytesPerPixel;
      const to = ((top + row) * area.width + left + column) * 3;
      const see = 255 - (cursor.pixels[from + 3] ?? 0);
      for (let channel = 0; channel < 3; channel += 1) {
        // The cursor's bytes are blue, green, red, alpha.
        const over = cursor.pixels[from + 2 - channel] ?? 0;
        const under = rgb[to + channel] ?? 0;
        rgb[to + channel] = Math.min(255, over + Math.round((under * see) / 255));
      }
    }
  }
};
