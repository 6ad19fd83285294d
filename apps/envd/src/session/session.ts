import { clampToSafeInteger, sizeLimits } from '@harness-desktop/eip-protocol';
import type { ProtocolVersion, SessionDescriptor } from '@harness-desktop/eip-protocol';
import { createCapacity } from '../device/capacity.ts';
import type { DeviceResources } from '../device/device-resources.ts';
import { stagedImageLimits } from '../device/memory-limits.ts';
import type { ComparisonStore } from '../observations/comparison-store.ts';
import { createImageEncoder } from '../observations/image-encoder.ts';
import type { EncodeImage } from '../observations/image-encoder.ts';
import { createReferenceStore } from '../observations/reference-store.ts';
import type { ReferenceStore } from '../observations/reference-store.ts';
import { createSparePixels } from '../observations/spare-pixels.ts';
import type { SparePixels } from '../observations/spare-pixels.ts';
import { createStagedImages } from '../observations/staged-images.ts';
import type { StagedImages } from '../observations/staged-images.ts';
import { createStagingBudget } from '../observations/staging-budget.ts';
import type { StagingBudget } from '../observations/staging-budget.ts';
import { createReaderTransfers } from '../transfers/reader-transfers.ts';
import type { ReaderTransfers } from '../transfers/reader-transfers.ts';
import type { InterruptionKind } from './interruption.ts';
import { createLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { createSessionDesktop } from './session-desktop.ts';
import type { SessionDesktop } from './session-desktop.ts';
import { createSessionTimer } from './session-timer.ts';

/** The carrier connection that serves a session. */
type SessionHolder = {
  /** Another connection has taken the session over. */
  release(session: Session): void;
};

/** Everything one Host session owns on the device. */
export type Session = {
  readonly descriptor: SessionDescriptor;
  /** Of its session.open; a connection of another version can't attach it. */
  readonly protocolVersion: ProtocolVersion;
  readonly resources: DeviceResources;
  readonly ledger: Ledger;
  readonly desktop: SessionDesktop;
  readonly references: ReferenceStore;
  readonly comparisons: ComparisonStore;
  readonly encodeImage: EncodeImage;
  readonly sparePixels: SparePixels;
  readonly images: StagedImages;
  readonly staging: StagingBudget;
  readonly transfers: ReaderTransfers;
  isReady(): boolean;
  markReady(): void;
  /** A request arrived or was answered: the idle time begins anew. */
  touch(): void;
  isAttached(): boolean;
  /**
   * A connection serves it from now on. The newest wins: a Host whose old carrier hangs must not wait until that is
   * noticed. What the former holder had running is interrupted, as if its carrier were lost.
   */
  attach(holder: SessionHolder): void;
  /** The carrier is gone: what runs is interrupted, and the session waits for the grace period. */
  detach(): void;
  /** From now on nothing new is admitted to it. */
  isClosing(): boolean;
  /** Idempotent; resolves once nothing of it runs and its desktop is closed. */
  close(): Promise<void>;
};

export type SessionOptions = {
  readonly descriptor: SessionDescriptor;
  readonly protocolVersion: ProtocolVersion;
  readonly resources: DeviceResources;
  readonly onClosed: () => void;
};

/** How long closing waits for interrupted operations to clean up. */
const cleanupMs = 4000;

export const createSession = (options: SessionOptions): Session => {
  const { descriptor, protocolVersion, resources, onClosed } = options;
  const { session_id: sessionId, lifecycle } = descriptor;
  const { clock, log } = resources;
  const parts = createParts(descriptor, resources);
  let ready = false;
  let attached = true;
  let holder: SessionHolder | null = null;
  let closed: Promise<void> | null = null;
  const timer = createSessionTimer({
    clock,
    isBusy: () => attached && parts.ledger.runningCount() > 0,
    onExpired: (reason) => {
      log.info({ session: sessionId }, reason);
      void close();
    },
  });
  const touch = (): void => {
    const delayMs = clampToSafeInteger(lifecycle.idle_timeout_ms);
    if (attached && closed === null) timer.arm(delayMs, 'the session was idle and is closed');
  };
  const close = (): Promise<void> => {
    timer.stop();
    return (closed ??= release(parts, resources).finally(onClosed));
  };

  touch();
  const session: Session = {
    ...parts,
    descriptor,
    protocolVersion,
    resources,
    isReady: () => ready,
    markReady: () => {
      ready = true;
    },
    touch,
    isClosing: () => closed !== null,
    isAttached: () => attached,
    attach: (next) => {
      if (holder !== null && holder !== next) {
        holder.release(session);
        interrupt(parts, 'disconnected');
      }
      holder = next;
      attached = true;
      touch();
    },
    detach: () => {
      attached = false;
      holder = null;
      interrupt(parts, 'disconnected');
      const delayMs = clampToSafeInteger(lifecycle.disconnect_grace_ms);
      if (closed === null) timer.arm(delayMs, 'the Host did not return; the session is closed');
    },
    close,
  };
  return session;
};

type SessionParts = ReturnType<typeof createParts>;

const interrupt = (
  { ledger, images, transfers, comparisons }: SessionParts,
  kind: InterruptionKind,
): void => {
  ledger.interruptAll(kind);
  // In this order, so that a peer that still listens hears of the transfers that its images took with them.
  images.dropAll();
  transfers.abandonAll();
  // The next Host may be another one, that has none of the images.
  comparisons.clear();
};

const release = async (parts: SessionParts, { clock, log }: DeviceResources): Promise<void> => {
  const { ledger, references, desktop } = parts;
  interrupt(parts, 'closed');
  references.clear();
  await Promise.race([ledger.idle(), new Promise<void>((resolve) => clock.schedule(cleanupMs, resolve))]);
  // Whoever waits for the end of a session must not fail for a desktop that cannot even be closed.
  await desktop.close().catch((err: unknown) => log.error({ err }, 'closing a session failed'));
};

const createParts = (descriptor: SessionDescriptor, resources: DeviceResources) => {
  const { clock, createId, log, deviceId, generation } = resources;
  const { session_id: sessionId } = descriptor;
  const references = createReferenceStore(clock);
  const comparisons = resources.comparisons.open();
  const images = createStagedImages({ clock, createId });
  const onLost = (): void => {
    references.clear();
    comparisons.clear();
  };
  return {
    references,
    comparisons,
    images,
    encodeImage: createImageEncoder(resources.encodeImage),
    sparePixels: createSparePixels(),
    ledger: createLedger({
      clock,
      identity: { deviceId, sessionId, generation },
      deviceCapacity: resources.operations,
    }),
    desktop: createSessionDesktop({ open: resources.openDesktop, log, onLost }),
    staging: createStagingBudget(stagedImageLimits.session, resources.staging),
    transfers: createReaderTransfers({
      sessionId,
      images,
      clock,
      sessionCapacity: createCapacity(sizeLimits.transfersPerSession),
      deviceCapacity: resources.transfers,
    }),
  };
};
