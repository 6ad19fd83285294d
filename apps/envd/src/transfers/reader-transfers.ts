import { encodeDataFrame } from '@harness-desktop/eip-protocol';
import type { DataFrame, ResetStatus } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { Capacity } from '../device/capacity.ts';
import type { StagedImage, StagedImages } from '../observations/staged-images.ts';
import { startReaderTransfer } from './reader-transfer.ts';
import type { FrameCarrier, ReaderTransfer } from './reader-transfer.ts';

export type ReaderTransfersOptions = {
  readonly sessionId: string;
  readonly images: StagedImages;
  readonly clock: Clock;
  readonly sessionCapacity: Capacity;
  readonly deviceCapacity: Capacity;
};

export type ReaderTransfers = {
  /** One data frame of this session; the answers go over `carrier`. */
  receive(frame: DataFrame, carrier: FrameCarrier): void;
  /** The carrier is gone: ends all transfers at once. */
  abandonAll(): void;
};

export const createReaderTransfers = (options: ReaderTransfersOptions): ReaderTransfers => {
  const { sessionId, images, clock, sessionCapacity, deviceCapacity } = options;
  const active = new Map<string, ReaderTransfer>();

  /** The image to send, or why not. Bytes are read once, from the start: a second look needs a new observation. */
  const admit = (frame: DataFrame): StagedImage | ResetStatus => {
    const image = images.find(frame.handle);
    if (image === null) return 'denied';
    if (frame.offset !== 0 || image.producedBytes > 0) return 'protocol';
    if (!sessionCapacity.take()) return 'limit';
    if (deviceCapacity.take()) return image;
    sessionCapacity.give();
    return 'limit';
  };

  const attach = (frame: DataFrame, carrier: FrameCarrier): void => {
    const image = admit(frame);
    if (typeof image === 'string') {
      carrier.sendBytes(resetFrame(frame, image));
      return;
    }
    const onEnd = (): void => {
      active.delete(frame.handle);
      sessionCapacity.give();
      deviceCapacity.give();
    };
    active.set(frame.handle, startReaderTransfer({ sessionId, image, clock, carrier, onEnd }));
  };

  return {
    receive: (frame, carrier) => {
      const transfer = active.get(frame.handle);
      if (transfer !== undefined) transfer.receive(frame);
      else if (frame.kind === 'attach') attach(frame, carrier);
      // Credit that crosses an END or RESET on the way is no fault; anything else has nothing to refer to.
      else if (frame.kind !== 'credit' && frame.kind !== 'reset')
        carrier.sendBytes(resetFrame(frame, 'protocol'));
    },
    abandonAll: () => {
      for (const transfer of [...active.values()]) transfer.abandon();
    },
  };
};

export const resetFrame = (frame: DataFrame, status: ResetStatus): Uint8Array =>
  encodeDataFrame({
    kind: 'reset',
    sessionId: frame.sessionId,
    handle: frame.handle,
    offset: 0,
    payload: new Uint8Array(),
    resetStatus: status,
  });
