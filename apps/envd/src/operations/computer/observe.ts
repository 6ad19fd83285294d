import { formatTimestamp, sizeLimits } from '@harness-desktop/eip-protocol';
import type { ParamsOf } from '@harness-desktop/eip-protocol';
import { DesktopError } from '@harness-desktop/native-input';
import type { Desktop, Frame } from '@harness-desktop/native-input';
import { throwIfInterrupted } from '../../session/interruption.ts';
import type { Session } from '../../session/session.ts';
import type { StagingReservation } from '../../observations/staging-budget.ts';
import { defineOperation } from '../define-operation.ts';
import { withDesktopErrors } from './desktop-error-table.ts';

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

const takeObservation = async ({ params, session, reservation, signal }: Observing) => {
  const { captureQueue, encodeImage, createId } = session.resources;
  const desktop = await session.desktop.use(signal);
  // Encoding is part of the turn: raw pixels of many observations at once would fill the memory.
  const { frame, image } = await captureQueue.run(signal, async () => {
    const captured = await capture(desktop, params.target_id, signal);
    return { frame: captured, image: await encodeImage(captured, params.max_dimension) };
  });
  throwIfInterrupted(signal);
  reservation.shrinkTo(image.bytes.byteLength);
  const observationId = `observation-${createId()}`;
  const { width, height } = image;
  session.references.add({
    observationId,
    layoutId: frame.layoutId,
    area: frame.area,
    image: { width, height },
  });
  const { handle, expiresAt } = session.images.stage(image.bytes, reservation);
  return {
    observation: {
      observation_id: observationId,
      target_id: frame.target.targetId,
      width,
      height,
      mime_type: image.mimeType,
      captured_at: formatTimestamp(frame.capturedAt),
    },
    reader: handle,
    size_bytes: image.bytes.byteLength,
    expires_at: formatTimestamp(expiresAt),
  };
};

/** Without a target it is the primary monitor. */
const capture = async (
  desktop: Desktop,
  targetId: string | undefined,
  signal: AbortSignal,
): Promise<Frame> => {
  const { targets } = await desktop.describe(signal);
  const primary = targets[0];
  if (primary === undefined) throw new DesktopError('no_targets', 'No monitor is connected.');
  return desktop.capture({ targetId: targetId ?? primary.targetId }, signal);
};
