import { creditWindow, durationsMs, encodeDataFrame } from '@harness-desktop/eip-protocol';
import type { DataFrame, ResetStatus } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { StagedImage } from '../observations/staged-images.ts';

/** Well below what any peer refuses, so that control messages get their turn between chunks. */
export const chunkBytes = 256 * 1024;

export type ReaderTransferOptions = {
  readonly sessionId: string;
  readonly image: StagedImage;
  readonly clock: Clock;
  readonly send: (bytes: Uint8Array) => void;
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
  const { image, sessionId, send, clock } = options;
  const sentOffsets: number[] = [];
  let sent = 0;
  let ended = false;

  const sendFrame = (frame: Pick<DataFrame, 'kind' | 'offset'> & Partial<DataFrame>): void => {
    const empty = { payload: new Uint8Array(), resetStatus: null };
    send(encodeDataFrame({ sessionId, handle: image.handle, ...empty, ...frame }));
  };
  const end = (): void => {
    if (ended) return;
    ended = true;
    deadlines.cancel();
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
    while (sent < image.bytes.length && sentOffsets.length < creditWindow) {
      const payload = image.bytes.subarray(sent, sent + chunkBytes);
      sendFrame({ kind: 'chunk', offset: sent, payload });
      sent += payload.length;
      sentOffsets.push(sent);
      image.producedBytes = sent;
    }
    if (sent < image.bytes.length || sentOffsets.length > 0) return;
    sendFrame({ kind: 'end', offset: sent });
    end();
  };

  /** CREDIT names a chunk boundary up to which everything was consumed. */
  const acknowledge = (offset: number): void => {
    const index = sentOffsets.indexOf(offset);
    if (index === -1) {
      reset('protocol');
      return;
    }
    sentOffsets.splice(0, index + 1);
    deadlines.progress();
    pump();
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
      if (frame.kind === 'credit') acknowledge(frame.offset);
      else if (frame.kind === 'reset') end();
      else reset('protocol');
    },
  };
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
