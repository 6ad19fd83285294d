import { EipError } from '@harness-desktop/eip-protocol';

/** Bytes and one object held for content that waits to be fetched. `release` is idempotent. */
export type StagingReservation = {
  shrinkTo(bytes: number): void;
  release(): void;
};

export type StagingBudget = {
  /** Throws `quota_exceeded` when it does not fit here or in the parent. */
  reserve(bytes: number): StagingReservation;
};

export type StagingLimits = { readonly bytes: number; readonly objects: number };

/** What a session reserves counts against its device (`parent`) too. */
export const createStagingBudget = (limits: StagingLimits, parent?: StagingBudget): StagingBudget => {
  let usedBytes = 0;
  let usedObjects = 0;
  return {
    reserve: (bytes) => {
      if (usedBytes + bytes > limits.bytes || usedObjects + 1 > limits.objects) {
        throw new EipError(
          'quota_exceeded',
          'Too much content waits to be fetched; close some readers first.',
        );
      }
      const outer = parent?.reserve(bytes);
      let held = bytes;
      let released = false;
      usedBytes += bytes;
      usedObjects += 1;
      const shrinkTo = (size: number): void => {
        if (released || size >= held) return;
        usedBytes -= held - size;
        held = size;
        outer?.shrinkTo(size);
      };
      const release = (): void => {
        if (released) return;
        shrinkTo(0);
        released = true;
        usedObjects -= 1;
        outer?.release();
      };
      return { shrinkTo, release };
    },
  };
};
