import { sizeLimits } from '@harness-desktop/eip-protocol';
import type { WireInteger } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../logging/create-logger.ts';
import type { EncodeImage } from '../observations/image-encoder.ts';
import { createDeviceComparisons } from '../observations/comparison-store.ts';
import type { DeviceComparisons } from '../observations/comparison-store.ts';
import { createStagingBudget } from '../observations/staging-budget.ts';
import type { StagingBudget } from '../observations/staging-budget.ts';
import type { OpenDesktop } from '../session/session-desktop.ts';
import { createCapacity } from './capacity.ts';
import type { Capacity } from './capacity.ts';
import { stagedImageLimits } from './memory-limits.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { SerialQueue } from './serial-queue.ts';

/** What the composition root gives to a device. */
export type DeviceDependencies = {
  readonly clock: Clock;
  readonly createId: () => string;
  readonly log: Log;
  readonly openDesktop: OpenDesktop;
  /** Of the drives of Windows; none elsewhere. */
  readonly driveLetters: () => readonly string[];
  readonly encodeImage: EncodeImage;
};

/** What the sessions of one device share. */
export type DeviceResources = DeviceDependencies & {
  readonly deviceId: string;
  readonly generation: WireInteger;
  /** A person has one pointer and one keyboard, so inputs of all sessions take turns. */
  readonly inputQueue: SerialQueue;
  readonly captureQueue: SerialQueue;
  readonly staging: StagingBudget;
  readonly comparisons: DeviceComparisons;
  readonly operations: Capacity;
  readonly transfers: Capacity;
};

const waitingInputs = 32;
const waitingCaptures = 64;

export const createDeviceResources = (
  dependencies: DeviceDependencies,
  identity: { readonly deviceId: string; readonly generation: WireInteger },
): DeviceResources => ({
  ...dependencies,
  ...identity,
  inputQueue: createSerialQueue(waitingInputs),
  captureQueue: createSerialQueue(waitingCaptures),
  comparisons: createDeviceComparisons(),
  staging: createStagingBudget(stagedImageLimits.device),
  operations: createCapacity(sizeLimits.operationsPerDevice),
  transfers: createCapacity(sizeLimits.transfersPerDevice),
});
