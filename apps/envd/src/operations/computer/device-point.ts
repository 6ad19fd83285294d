import { EipError } from '@harness-desktop/eip-protocol';
import type { Point } from '@harness-desktop/eip-protocol';
import { DesktopError, mapImagePoint } from '@harness-desktop/native-input';
import type { DevicePoint } from '@harness-desktop/native-input';
import type { ObservationReference } from '../../observations/reference-store.ts';

/** The device pixel of an image pixel; `field` is the param to blame when it is outside. */
export const devicePointOf = (reference: ObservationReference, point: Point, field: string): DevicePoint => {
  try {
    return mapImagePoint({ point, image: reference.image, area: reference.area });
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    const { width, height } = reference.image;
    throw new EipError(
      'invalid_params',
      `The point is outside the observed image of ${width}x${height} pixels.`,
      {
        details: { field },
        cause: error,
      },
    );
  }
};

/** A way in image pixels as a way in device pixels. */
export const deviceDistanceOf = ({ image, area }: ObservationReference, { x, y }: Point): Point => ({
  x: Math.round((x * area.width) / image.width),
  y: Math.round((y * area.height) / image.height),
});
