import { formatTimestamp, publicProtocolVersion, sizeLimits } from '@harness-desktop/eip-protocol';
import type { ParamsOf } from '@harness-desktop/eip-protocol';
import { DesktopError, mapDevicePoint } from '@harness-desktop/native-input';
import type { CaptureRequest, Desktop, Frame } from '@harness-desktop/native-input';
import { throwIfInterrupted } from '../../session/interruption.ts';
import type { Session } from '../../session/session.ts';
import type { ComparedImage } from '../../observations/comparison-store.ts';
import type { ScaledImage } from '../../observations/encode-image.ts';
import type { StagingReservation } from '../../observations/staging-budget.ts';
import { defineOperation } from '../define-operation.ts';
import { withDesktopErrors } from './desktop-error-table.ts';
import { deviceAreaOf } from './device-area.ts';

export const observe = defineOperation({
  method: 'computer.observe',
  run: async ({ params, session, operation: { signal } }) => {
    // Room is found before the capture, so that no image is taken that cannot be kept.
    const reservation = session.staging.reserve(sizeLimits.imageBytes);
    try {
      return await withDesktopErrors(signal, () => takeObservation({ params, session, reservation, signal }));
    } catch (error) {
      reservation.release();
      throw error;
    }
  },
});

type Observing = {
  readonly params: ParamsOf<'computer.observe'>;
  readonly session: Session;
  readonly reservation: StagingReservation;
  readonly signal: AbortSignal;
};

const takeObservation = async (observing: Observing) => {
  const { params, session, reservation, signal } = observing;
  const { captureQueue, createId } = session.resources;
  const desktop = await session.desktop.use(signal);
  // Encoding is part of the turn: raw pixels of many observations at once would fill the memory.
  const { frame, image, pixels, changed } = await captureQueue.run(signal, async () => {
    const request = await captureRequestOf(observing, desktop);
    const captured = await desktop.capture({ ...request, into: session.sparePixels.take() }, signal);
    const { max_dimension: maxDimension, format } = params;
    let comparing: Promise<Comparison> = Promise.resolve({});
    const onScaled = (scaled: ScaledImage): void => {
      comparing = compare(observing, captured, scaled);
      // Awaited only once the image is encoded, and not at all when that fails.
      comparing.catch(() => undefined);
    };
    const encoded = await session.encodeImage(captured, { maxDimension, format, onScaled });
    session.sparePixels.give(captured, encoded);
    return { frame: captured, image: encoded, ...(await comparing) };
  });
  throwIfInterrupted(signal);
  reservation.shrinkTo(image.bytes.byteLength);
  const observationId = `observation-${createId()}`;
  const { width, height } = image;
  const { layoutId, area, pointer } = frame;
  const { targetId } = frame.target;
  session.references.add({ observationId, targetId, layoutId, area, image: { width, height } });
  const held = pixels && session.comparisons.hold(pixels);
  const { handle, expiresAt } = session.images.stage(image.bytes, reservation, held);
  return {
    observation: {
      observation_id: observationId,
      target_id: targetId,
      width,
      height,
      mime_type: image.mimeType,
      captured_at: formatTimestamp(frame.capturedAt),
      ...(pointer ? { pointer: mapDevicePoint({ point: pointer, image, area }) } : {}),
      ...(changed === undefined ? {} : { changed }),
    },
    reader: handle,
    size_bytes: image.bytes.byteLength,
    expires_at: formatTimestamp(expiresAt),
  };
};

/** The part of a monitor that a region shows, else a whole one; without a target it is the primary monitor. */
const captureRequestOf = async (
  { params, session, signal }: Observing,
  desktop: Desktop,
): Promise<CaptureRequest> => {
  const { observation_id: parent, region } = params;
  if (parent !== undefined && region !== undefined) {
    const reference = session.references.resolve(parent);
    const { targetId, layoutId } = reference;
    return { targetId, layoutId, area: deviceAreaOf(reference, region) };
  }
  const { targets } = await desktop.describe(signal);
  const primary = targets[0];
  if (primary === undefined) throw new DesktopError('no_targets', 'No monitor is connected.');
  return { targetId: params.target_id ?? primary.targetId };
};

type Comparison = { readonly changed?: number | undefined; readonly pixels?: ComparedImage };

/** How much changed since what the Host has of the same area. Pixels are kept only where the Host is told. */
const compare = async (
  { session: { comparisons, protocolVersion } }: Observing,
  { area }: Frame,
  { width, height, pixels }: ScaledImage,
): Promise<Comparison> => {
  if (protocolVersion === publicProtocolVersion) return {};
  const compared = { area, width, height, pixels };
  return { changed: await comparisons.changedSince(compared), pixels: compared };
};
