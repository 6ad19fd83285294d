import type { DeviceArea, DevicePoint } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';

export type ImageSize = { readonly width: number; readonly height: number };

export type ImagePointMapping = {
  /** Whole pixels of the image, from its top left corner. */
  readonly point: DevicePoint;
  readonly image: ImageSize;
  /** The part of the desktop that the image shows. */
  readonly area: DeviceArea;
};

const isInside = (value: number, length: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < length;

/**
 * The device pixel under the centre of an image pixel. A point outside the image is refused with `point_outside`,
 * never moved to its edge: a clamped click would land on something the caller did not see there.
 */
export const mapImagePoint = ({ point, image, area }: ImagePointMapping): DevicePoint => {
  if (!isInside(point.x, image.width) || !isInside(point.y, image.height)) {
    throw new DesktopError(
      'point_outside',
      `The point (${point.x}, ${point.y}) is outside the image of ${image.width}x${image.height} pixels; ` +
        'give whole pixels of the observed image.',
    );
  }
  return {
    x: area.x + Math.floor(((point.x + 0.5) * area.width) / image.width),
    y: area.y + Math.floor(((point.y + 0.5) * area.height) / image.height),
  };
};

export type DevicePointMapping = {
  /** A device pixel within `area`. */
  readonly point: DevicePoint;
  readonly image: ImageSize;
  readonly area: DeviceArea;
};

/** The image pixel that shows a device pixel: the other direction of {@link mapImagePoint}. */
export const mapDevicePoint = ({ point, image, area }: DevicePointMapping): DevicePoint => ({
  x: Math.floor(((point.x - area.x + 0.5) * image.width) / area.width),
  y: Math.floor(((point.y - area.y + 0.5) * image.height) / area.height),
});
