import { sizeLimits } from '@harness-desktop/eip-protocol';
import type { SessionDescriptor } from '@harness-desktop/eip-protocol';
import { createCapacity } from '../device/capacity.ts';
import type { DeviceResources } from '../device/device-resources.ts';
import { createReferenceStore } from '../observations/reference-store.ts';
import type { ReferenceStore } from '../observations/reference-store.ts';
import { createStagedImages } from '../observations/staged-images.ts';
import type { StagedImages } from '../observations/staged-images.ts';
import { createStagingBudget } from '../observations/staging-budget.ts';
import type { StagingBudget } from '../observations/staging-budget.ts';
import { createReaderTransfers } from '../transfers/reader-transfers.ts';
import type { ReaderTransfers } from '../transfers/reader-transfers.ts';
import { createLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { createSessionDesktop } from './session-desktop.ts';
import type { SessionDesktop } from './session-desktop.ts';

/** Everything one Host session owns on the device. */
export type Session = {
  readonly descriptor: SessionDescriptor;
  readonly resources: DeviceResources;
  readonly ledger: Ledger;
  readonly desktop: SessionDesktop;
  readonly references: ReferenceStore;
  readonly images: StagedImages;
  readonly staging: StagingBudget;
  readonly transfers: ReaderTransfers;
  isReady(): boolean;
  markReady(): void;
  /** A request arrived: the idle time begins anew. */
  touch(): void;
  isAttached(): boolean;
  attach(): void;
  /** The carrier is gone: what runs is interrupted, and the session waits for the grace period. */
  detach(): void;
  /** From now on nothing new is admitted to it. */
  isClosing(): boolean;
  /** Idempotent; resolves once nothing of it runs and its desktop is closed. */
  close(): Promise<void>;
};

export type SessionOptions = {
  readonly descriptor: SessionDescriptor;
  readonly resources: DeviceResources;
  readonly onClosed: () => void;
};

/** How long closing waits for interrupted operations to clean up. */
const cleanupMs = 4000;

export const createSession = ({ descriptor, resources, onClosed }: SessionOptions): Session => {
  const { session_id: sessionId, lifecycle } = descriptor;
  const { clock, log } = resources;
  const parts = createParts(descriptor, resources);
  const { ledger, images, transfers, desktop, references } = parts;
  let ready = false;
  let attached = true;
  let closed: Promise<void> | null = null;
  let cancelTimer = (): void => undefined;

  const armTimer = (delayMs: number, reason: string): void => {
    cancelTimer();
    if (closed !== null) return;
    cancelTimer = clock.schedule(delayMs, () => {
      if (attached && ledger.runningCount() > 0) {
        armTimer(delayMs, reason);
        return;
      }
      log.info({ session: sessionId }, reason);
      void close();
    });
  };
  const touch = (): void => armTimer(lifecycle.idle_timeout_ms, 'the session was idle and is closed');
  const release = async (): Promise<void> => {
    cancelTimer();
    ledger.interruptAll('closed');
    transfers.abandonAll();
    images.dropAll();
    references.clear();
    await Promise.race([ledger.idle(), new Promise<void>((resolve) => clock.schedule(cleanupMs, resolve))]);
    // Whoever waits for the end of a session must not fail for a desktop that cannot even be closed.
    await desktop.close().catch((err: unknown) => log.error({ session: sessionId, err }, 'closing failed'));
    onClosed();
  };
  const close = (): Promise<void> => (closed ??= release());

  touch();
  return {
    ...parts,
    descriptor,
    resources,
    isReady: () => ready,
    markReady: () => {
      ready = true;
    },
    touch,
    isClosing: () => closed !== null,
    isAttached: () => attached,
    attach: () => {
      attached = true;
      touch();
    },
    detach: () => {
      attached = false;
      ledger.interruptAll('disconnected');
      transfers.abandonAll();
      images.dropAll();
      armTimer(lifecycle.disconnect_grace_ms, 'the Host did not return; the session is closed');
    },
    close,
  };
};

const createParts = (descriptor: SessionDescriptor, resources: DeviceResources) => {
  const { clock, createId, log, deviceId, generation } = resources;
  const { session_id: sessionId } = descriptor;
  const references = createReferenceStore(clock);
  const images = createStagedImages({ clock, createId });
  return {
    references,
    images,
    ledger: createLedger({
      clock,
      identity: { deviceId, sessionId, generation },
      deviceCapacity: resources.operations,
    }),
    desktop: createSessionDesktop({ open: resources.openDesktop, log, onLost: () => references.clear() }),
    staging: createStagingBudget(
      { bytes: sizeLimits.stagedBytesPerSession, objects: sizeLimits.stagedObjectsPerSession },
      resources.staging,
    ),
    transfers: createReaderTransfers({
      sessionId,
      images,
      clock,
      sessionCapacity: createCapacity(sizeLimits.transfersPerSession),
      deviceCapacity: resources.transfers,
    }),
  };
};
