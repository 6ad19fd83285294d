import { durationsMs, EipError, sizeLimits } from '@harness-desktop/eip-protocol';
import type { DeviceArea, ImageSize } from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';

/** What image pixels of one observation mean on the desktop. */
export type ObservationReference = {
  readonly observationId: string;
  readonly targetId: string;
  readonly layoutId: string;
  /** What the image shows: a monitor, or a part of one. */
  readonly area: DeviceArea;
  readonly image: ImageSize;
};

export type ReferenceStore = {
  add(reference: ObservationReference): void;
  /** Throws `conflict` for a reference that is unknown, expired or pushed out by newer ones. */
  resolve(observationId: string): ObservationReference;
  clear(): void;
};

/** The timer counts where somebody sets the clock back, the time of day where the machine slept. */
type Kept = {
  readonly reference: ObservationReference;
  readonly expiresAtMs: number;
  readonly cancelExpiry: () => void;
};

/** Keeps the newest 16 references of a session, each for 120 s. */
export const createReferenceStore = (clock: Clock): ReferenceStore => {
  const kept = new Map<string, Kept>();
  const drop = (observationId: string): void => {
    kept.get(observationId)?.cancelExpiry();
    kept.delete(observationId);
  };
  return {
    add: (reference) => {
      const { observationId } = reference;
      const expiresAtMs = clock.now().getTime() + durationsMs.reference;
      const cancelExpiry = clock.schedule(durationsMs.reference + 1, () => drop(observationId));
      kept.set(observationId, { reference, expiresAtMs, cancelExpiry });
      const oldest = kept.keys().next().value;
      if (kept.size > sizeLimits.referencesPerSession && oldest !== undefined) drop(oldest);
    },
    resolve: (observationId) => {
      const found = kept.get(observationId);
      if (found !== undefined && clock.now().getTime() <= found.expiresAtMs) return found.reference;
      drop(observationId);
      throw new EipError('conflict', 'This observation is unknown or has expired; observe again.', {
        retryHint: 'after_refresh',
        details: { field: 'observation_id' },
      });
    },
    clear: () => {
      for (const observationId of [...kept.keys()]) drop(observationId);
    },
  };
};
