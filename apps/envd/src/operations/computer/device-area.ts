import { EipError } from '@harness-desktop/eip-protocol';
import type { Region } from '@harness-desktop/eip-protocol';
import type { DeviceArea } from '@harness-desktop/native-input';
import type { ObservationReference } from '../../observations/reference-store.ts';

type Span = { readonly start: number; readonly length: number };

/** Every device pixel that shows in the pixels of a span, those that show only in part included. */
const deviceSpan = ({ start, length }: Span, imageLength: number, deviceLength: number): Span => {
  const first = Math.floor((start * deviceLength) / imageLength);
  const end = Math.ceil(((start + length) * deviceLength) / imageLength);
  return { start: first, length: end - first };
};

/** The part of the desktop that a part of an observed image shows. */
export const deviceAreaOf = ({ area, image }: ObservationReference, region: Region): DeviceArea => {
  if (region.x + region.width > image.width || region.y + region.height > image.height) {
    throw new EipError(
      'invalid_params',
      `The region is outside the observed image of ${image.width}x${image.height} pixels.`,
      { details: { field: 'region' } },
    );
  }
  const across = deviceSpan({ start: region.x, length: region.width }, image.width, area.width);
  const down = deviceSpan({ start: region.y, length: region.height }, image.height, area.height);
  return {
    x: area.x + across.start,
    y: area.y + down.start,
    width: across.length,
    height: down.length,
  };
};
