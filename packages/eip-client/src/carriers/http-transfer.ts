import {
  clampToSafeInteger,
  creditWindow,
  encodeDataFrame,
  type DataFrame,
  type DataFrameKind,
  type ResetStatus,
} from '@harness-desktop/eip-protocol';

import { onAbort } from '../bounded-wait.ts';
import { bodyChunks } from './body-chunks.ts';
import { resetOfStatus } from './http-fault.ts';
import type { HttpWire } from './http-wire.ts';

export type HttpTransferOptions = {
  readonly wire: HttpWire;
  readonly sessionId: string;
  readonly handle: string;
  /** Aborts when the carrier is closed. */
  readonly closed: AbortSignal;
  /** Gives a frame to the Host, as if the device had sent it. */
  readonly deliver: (frame: Uint8Array) => void;
  readonly onEnd: () => void;
};

/** One transfer over HTTP: takes the Host's frames and answers as a device would. */
export type HttpTransfer = { receive(frame: DataFrame): void };

const nothing = new Uint8Array();

/** Reads the body of the answer only while fewer than 8 chunks are uncredited. */
export function startHttpReader(options: HttpTransferOptions): HttpTransfer {
  const exchange = new Exchange(options, 'read');
  const unacknowledged: number[] = [];
  void exchange.run(async () => {
    const response = await exchange.post(undefined);
    if (response.status !== 200) return refuse(response);
    exchange.deliver('attached', 0);
    let offset = 0;
    for await (const payload of bodyChunks(response)) {
      await exchange.until(() => unacknowledged.length < creditWindow);
      exchange.deliver('chunk', offset, { payload });
      offset += payload.length;
      unacknowledged.push(offset);
    }
    await exchange.until(() => unacknowledged.length === 0);
    exchange.deliver('end', offset);
    return null;
  });
  return {
    receive: ({ kind, offset }) => {
      if (kind === 'reset') void exchange.reset();
      if (kind !== 'credit') return;
      unacknowledged.splice(0, unacknowledged.indexOf(clampToSafeInteger(offset)) + 1);
      exchange.changed();
    },
  };
}

/** A chunk is credited when the carrier takes it, so that the body of the request never holds more than 8. */
export function startHttpWriter(options: HttpTransferOptions): HttpTransfer {
  const exchange = new Exchange(options, 'write');
  const chunks: DataFrame[] = [];
  let total: number | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await exchange.until(() => chunks.length > 0 || total !== null);
        const chunk = chunks.shift();
        if (!chunk) {
          controller.close();
          return;
        }
        controller.enqueue(chunk.payload);
        exchange.deliver('credit', clampToSafeInteger(chunk.offset) + chunk.payload.length);
      },
    },
    { highWaterMark: 0 },
  );
  void exchange.run(async () => {
    exchange.deliver('attached', 0);
    const response = await exchange.post(body);
    if (response.status !== 204) return refuse(response);
    if (total === null || chunks.length > 0) return 'protocol';
    exchange.deliver('end_ack', total);
    return null;
  });
  return {
    receive: (frame) => {
      if (frame.kind === 'reset') void exchange.reset();
      else if (frame.kind === 'chunk') chunks.push(frame);
      else if (frame.kind === 'end') total = clampToSafeInteger(frame.offset);
      exchange.changed();
    },
  };
}

/** Nothing is read of what says no more than its status. */
async function refuse(response: Response): Promise<ResetStatus> {
  await response.body?.cancel();
  return resetOfStatus(response.status);
}

const deleteTimeoutMs = 10_000;

/** One POST to `/eip/transfer`, and how it ends early. */
class Exchange {
  private readonly options: HttpTransferOptions;
  private readonly headers: Record<string, string>;
  private readonly stopped = new AbortController();
  private wake: (() => void) | null = null;

  constructor(options: HttpTransferOptions, direction: 'read' | 'write') {
    this.options = options;
    this.headers = {
      'eip-session': options.sessionId,
      'eip-transfer-handle': options.handle,
      'eip-transfer-direction': direction,
    };
  }

  /** `work` says why it failed, or null. Nobody hears of what fails after a reset. */
  async run(work: () => Promise<ResetStatus | null>): Promise<void> {
    const stopListening = onAbort(this.options.closed, () => this.stop());
    const resetStatus = await work().catch((): ResetStatus => 'source');
    stopListening();
    this.options.onEnd();
    if (resetStatus !== null) this.deliver('reset', 0, { resetStatus });
    this.stop();
  }

  post(body: ReadableStream<Uint8Array> | undefined): Promise<Response> {
    const headers = { ...this.headers, 'content-type': 'application/octet-stream' };
    const upload = body === undefined ? {} : ({ body, duplex: 'half' } as const);
    return this.options.wire('transfer', {
      method: 'POST',
      headers,
      signal: this.stopped.signal,
      ...upload,
    });
  }

  deliver(kind: DataFrameKind, offset: number, fields: Partial<DataFrame> = {}): void {
    if (this.stopped.signal.aborted) return;
    const { sessionId, handle, deliver } = this.options;
    deliver(
      encodeDataFrame({ kind, sessionId, handle, offset, payload: nothing, resetStatus: null, ...fields }),
    );
  }

  /** Resolves at the frame that makes it true; rejects when the exchange is stopped. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      this.stopped.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    this.stopped.signal.throwIfAborted();
  }

  changed(): void {
    this.wake?.();
    this.wake = null;
  }

  /** RESET is a DELETE; the exchange itself is cut once the device knows, or does not say so in time. */
  async reset(): Promise<void> {
    const signal = AbortSignal.timeout(deleteTimeoutMs);
    try {
      const response = await this.options.wire('transfer', {
        method: 'DELETE',
        headers: this.headers,
        signal,
      });
      await response.body?.cancel();
    } catch {
      // What cannot be told to the device ends by the cut.
    }
    this.stop();
  }

  private stop(): void {
    this.stopped.abort();
    this.changed();
  }
}
