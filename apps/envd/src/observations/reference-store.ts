import { durationsMs, EipError, sizeLimits } from '@harness-desktop/eip-protocol';
import type { DeviceArea, ImageSize } from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';

/** What image pixels of one observation mean on the desktop. */
export type ObservationReference = {
  readonly observationId: string;
  readonly layoutId: string;
  readonly area: DeviceArea;
  readonly image: ImageSize;
};

export type ReferenceStore = {
  add(reference: ObservationReference): void;
  /** Throws `conflict` for a reference that is unknown, expired or pushed out by newer ones. */
  resolve(observationId: string): ObservationReference;
  clear(): void;
};

/** Keeps the newest 16 references of a session, each for 120 s. */
export const createReferenceStore = (clock: Clock): ReferenceStore => {
  const kept = new Map<string, { reference: ObservationReference; expiresAtMs: number }>();
  return {
    add: (reference) => {
      const expiresAtMs = clock.now().getTime() + durationsMs.reference;
      kept.set(reference.observationId, { reference, expiresAtMs });
      const oldest = kept.keys().next().value;
      if (kept.size > sizeLimits.referencesPerSession && oldest !== undefined) kept.delete(oldest);
    },
    resolve: (observationId) => {
      const found = kept.get(observationId);
      if (found !== undefined && clock.now().getTime() <= found.expiresAtMs) return found.reference;
      kept.delete(observationId);
      throw new EipError('conflict', 'This observation is unknown or has expired; observe again.', {
        retryHint: 'after_refresh',
        details: { field: 'observation_id' },
      });
    },
    clear: () => kept.clear(),
  };
};
