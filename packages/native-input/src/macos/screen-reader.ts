import type { DeviceArea, DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { isWithin } from '../preconditions.ts';
import type { ReadRequest, ScreenPixels, ScreenReader } from '../screen-port.ts';
import type { Capture, DisplayImage } from './bindings/capture.ts';
import { drawPointer } from './draw-pointer.ts';
import type { DisplayWatch } from './layout-watch.ts';
import type { PlacedDisplay } from './monitors.ts';

export type ScreenReaderParts = {
  readonly capture: Capture;
  readonly layout: DisplayWatch;
  readonly pointerAt: () => DevicePoint | null;
};

const requireSize = ({ width, height }: DisplayImage, { target: { name, area } }: PlacedDisplay): void => {
  if (width === area.width && height === area.height) return;
  throw new DesktopError(
    'unsupported',
    `macOS gave an image of ${width}x${height} pixels for ${name}, where ${area.width}x${area.height} were due, so ` +
      'that points of the image could not be found again. Choose another resolution for this display in System Settings.',
  );
};

const isAllBlack = (rgb: Uint8Array): boolean => Buffer.alloc(rgb.length).equals(rgb);

const requireImage = (image: DisplayImage | null): DisplayImage => {
  if (image) return image;
  throw new DesktopError(
    'permission_missing',
    'macOS gave no image of the display. Grant this program the permission Screen Recording in System Settings > ' +
      'Privacy & Security > Screen & System Audio Recording, and start it anew.',
  );
};

/** Captures the whole display, of which it gives a part: so its pixels can be counted, and none lies between two. */
export const createScreenReader = ({ capture, layout, pointerAt }: ScreenReaderParts): ScreenReader => {
  const displayOf = (area: DeviceArea): PlacedDisplay => {
    const found = layout.placed().find(({ target }) => isWithin(target.area, area));
    if (found) return found;
    throw new DesktopError('layout_changed', 'The display is gone; observe again.');
  };
  const readPart = async (
    image: DisplayImage,
    placed: PlacedDisplay,
    area: DeviceArea,
  ): Promise<Uint8Array> => {
    try {
      requireSize(image, placed);
      const { x, y } = placed.target.area;
      return await image.readRgb({ ...area, x: area.x - x, y: area.y - y });
    } finally {
      image.release();
    }
  };
  return {
    read: async ({ area, drawPointer: isPointerWanted }: ReadRequest): Promise<ScreenPixels> => {
      const placed = displayOf(area);
      const image = await capture.captureDisplay(placed.display.id);
      const rgb = await readPart(requireImage(image), placed, area);
      const isBlank = isAllBlack(rgb);
      const at = isPointerWanted ? pointerAt() : null;
      if (at) drawPointer(at, Math.max(1, Math.round(placed.scale.x)), { rgb, area });
      return { rgb, isBlank };
    },
  };
};
