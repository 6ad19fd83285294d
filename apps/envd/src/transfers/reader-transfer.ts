import { clampToSafeInteger, durationsMs, encodeDataFrame } from '@harness-desktop/eip-protocol';
import type { DataFrame, ResetStatus, Transport } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { StagedImage } from '../observations/staged-images.ts';
import { createChunkWindow } from './chunk-window.ts';

/** Well below what any peer refuses, so that control messages get their turn between chunks. */
export const chunkBytes = 256 * 1024;

/** What frames are sent on. Its buffer tells whether anybody reads them. */
export type FrameCarrier = Pick<Transport, 'sendBytes' | 'bufferedBytes'>;

/** However many transfers have credit: beyond this they wait until the carrier has got rid of what it holds. */
export const mostBufferedChunkBytes = 4 * 1024 * 1024;

/** How soon a transfer looks again whether the carrier has room. */
const roomPollMs = 20;

export type ReaderTransferOptions = {
  readonly sessionId: string;
  readonly image: StagedImage;
  readonly clock: Clock;
  readonly carrier: FrameCarrier;
  readonly onEnd: () => void;
};

export type ReaderTransfer = {
  receive(frame: DataFrame): void;
  /** Ends it early and tells the peer why. */
  reset(status: ResetStatus): void;
  /** Ends it without a word, when there is nobody to tell. */
  abandon(): void;
};

/** Sends one image: ATTACHED, chunks while credit lasts, END once everything was acknowledged. */
export const startReaderTransfer = (options: ReaderTransferOptions): ReaderTransfer => {
  const { image, carrier, clock } = options;
  const window = createChunkWindow();
  let sent = 0;
  let ended = false;
  let cancelPump = (): void => undefined;

  const sendFrame = createSender(options);
  const end = (): void => {
    if (ended) return;
    ended = true;
    deadlines.cancel();
    cancelPump();
    image.transferring = false;
    image.onDropped = null;
    options.onEnd();
  };
  const reset = (status: ResetStatus): void => {
    if (ended) return;
    sendFrame({ kind: 'reset', offset: sent, resetStatus: status });
    end();
  };
  const deadlines = createDeadlines(clock, () => reset('expired'));

  const pump = (): void => {
    cancelPump();
    while (sent < image.bytes.length && !window.isFull()) {
      if (carrier.bufferedBytes >= mostBufferedChunkBytes) {
        cancelPump = clock.schedule(roomPollMs, pump);
        return;
      }
      const payload = image.bytes.subarray(sent, sent + chunkBytes);
      sendFrame({ kind: 'chunk', offset: sent, payload });
      sent += payload.length;
      window.sent(sent);
      image.producedBytes = sent;
    }
    if (sent < image.bytes.length || !window.isEmpty()) return;
    sendFrame({ kind: 'end', offset: sent });
    end();
  };
  const acknowledge = (offset: number): void => {
    const heard = window.acknowledge(offset);
    if (heard === 'fault') reset('protocol');
    if (heard === 'progress') deadlines.progress();
    if (heard === 'progress') pump();
  };

  image.transferring = true;
  image.onDropped = () => reset('cancelled');
  sendFrame({ kind: 'attached', offset: 0 });
  pump();

  return {
    reset,
    abandon: end,
    receive: (frame) => {
      if (ended) return;
      if (frame.kind === 'credit') acknowledge(clampToSafeInteger(frame.offset));
      else if (frame.kind === 'reset') end();
      else reset('protocol');
    },
  };
};

const createSender = ({ sessionId, image, carrier }: ReaderTransferOptions) => {
  const empty = { sessionId, handle: image.handle, payload: new Uint8Array(), resetStatus: null };
  return (frame: Pick<DataFrame, 'kind' | 'offset'> & Partial<DataFrame>): void =>
    carrier.sendBytes(encodeDataFrame({ ...empty, ...frame }));
};

/** Calls back after 10 minutes without progress, or 2 hours in all. */
const createDeadlines = (clock: Clock, expire: () => void) => {
  let cancelIdle = clock.schedule(durationsMs.transferIdle, expire);
  const cancelTotal = clock.schedule(durationsMs.transfer, expire);
  return {
    progress: (): void => {
      cancelIdle();
      cancelIdle = clock.schedule(durationsMs.transferIdle, expire);
    },
    cancel: (): void => {
      cancelIdle();
      cancelTotal();
    },
  };
};
