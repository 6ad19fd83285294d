import { sizeLimits } from '@harness-desktop/eip-protocol';
import type { StagingLimits } from '../observations/staging-budget.ts';

const mebibyte = 1024 * 1024;

/**
 * What unread images may take of this machine's memory. The protocol's 8 and 32 GiB are meant for files; images live
 * in memory, so the bytes are bounded as if every operation that may run at once held the largest image.
 */
export const stagedImageLimits: { readonly session: StagingLimits; readonly device: StagingLimits } = {
  session: { bytes: 512 * mebibyte, objects: sizeLimits.stagedObjectsPerSession },
  device: { bytes: 1024 * mebibyte, objects: sizeLimits.stagedObjectsPerDevice },
};
