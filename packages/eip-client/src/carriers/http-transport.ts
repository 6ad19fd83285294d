import {
  decodeDataFrame,
  encodeMessage,
  parseResponse,
  type DataFrame,
  type EipError,
  type EipId,
  type EipRequest,
  type Transport,
} from '@harness-desktop/eip-protocol';

import type { FailureListener, RequestCarrier } from '../request-carrier.ts';
import { CarrierEvents } from './carrier-events.ts';
import { closeCodes, defaultMaxBufferedBytes } from './close-codes.ts';
import { HttpControl } from './http-control.ts';
import { startHttpReader, startHttpWriter, type HttpTransfer } from './http-transfer.ts';
import { createHttpWire, type HttpWire, type HttpWireOptions } from './http-wire.ts';

export type HttpTransportOptions = HttpWireOptions & {
  /** How long an answer may take, unless the request brings a longer `timeout_ms`; 120 s when absent. */
  readonly answerTimeoutMs?: number | undefined;
  /**
   * Control requests under way at a time, more of them wait; 64 when absent. What keeps, cancels, explains or closes
   * other work waits for none of them.
   */
  readonly maxConcurrentRequests?: number | undefined;
  /** Above this many bytes that wait, a request is answered `busy`; 64 MiB when absent. */
  readonly maxBufferedBytes?: number | undefined;
};

/**
 * EIP over HTTP requests. There is no connection that could be lost: a request that fails is answered by the typed
 * error that this amounts to (`denied`, `busy`, `provider_unavailable`, for mutations `unknown_outcome`, …), and the
 * carrier goes on. A request that still waits when its caller gives up is never sent. Requests that are under way at the same time may overtake each other. Throws `unsupported` for a
 * URL that is neither https nor on the loopback interface.
 */
export function createHttpTransport(options: HttpTransportOptions): RequestCarrier {
  return new HttpTransport(options);
}

class HttpTransport implements RequestCarrier {
  private readonly events = new CarrierEvents();
  private readonly failureListeners = new Set<FailureListener>();
  private readonly closing = new AbortController();
  private readonly wire: HttpWire;
  private readonly control: HttpControl;
  private readonly transfers = new Map<string, HttpTransfer>();
  /** Handles that the device gave to be written to; all others are read. */
  private readonly writers = new Set<string>();

  constructor(options: HttpTransportOptions) {
    this.wire = createHttpWire(options);
    this.control = new HttpControl({
      wire: this.wire,
      closed: this.closing.signal,
      answerTimeoutMs: options.answerTimeoutMs ?? 120_000,
      maxConcurrent: options.maxConcurrentRequests ?? 64,
      maxBufferedBytes: options.maxBufferedBytes ?? defaultMaxBufferedBytes,
      onAnswer: (text, request) => this.answered(text, request),
      onFailure: (id, error) => this.failed(id, error),
    });
  }

  get bufferedBytes(): number {
    return this.control.bufferedBytes;
  }

  readonly onMessage: Transport['onMessage'] = (listener) => this.events.onMessage(listener);

  readonly onClose: Transport['onClose'] = (listener) => this.events.onClose(listener);

  readonly onFailure: RequestCarrier['onFailure'] = (listener) => {
    this.failureListeners.add(listener);
    return () => this.failureListeners.delete(listener);
  };

  withdraw(id: EipId): boolean {
    return this.control.withdraw(id);
  }

  sendText(text: string): void {
    if (!this.events.isEnded) this.control.send(text);
  }

  sendBytes(bytes: Uint8Array): void {
    if (this.events.isEnded) return;
    const frame = decodeDataFrame(bytes);
    const key = keyOf(frame);
    if (frame.kind === 'attach') this.attach(key, frame);
    else this.transfers.get(key)?.receive(frame);
  }

  close(code: number = closeCodes.normal, reason = ''): void {
    if (!this.events.end({ code, reason })) return;
    this.closing.abort();
    this.transfers.clear();
    this.writers.clear();
  }

  private attach(key: string, { sessionId, handle }: DataFrame): void {
    const start = this.writers.delete(key) ? startHttpWriter : startHttpReader;
    const transfer = start({
      wire: this.wire,
      sessionId,
      handle,
      closed: this.closing.signal,
      deliver: (bytes) => this.events.deliver({ kind: 'bytes', bytes }),
      onEnd: () => this.transfers.delete(key),
    });
    this.transfers.set(key, transfer);
  }

  private answered(text: string, request: EipRequest): void {
    if (request.method === 'file.open_writer') this.noteWriter(text, request.eip_session);
    this.events.deliver({ kind: 'text', text });
  }

  private failed(id: EipId, error: EipError): void {
    if (this.failureListeners.size === 0) {
      const text = encodeMessage({ jsonrpc: '2.0', id, error: error.toWire() });
      this.events.deliver({ kind: 'text', text });
    }
    for (const listener of [...this.failureListeners]) listener(id, error);
  }

  /** The direction of a transfer is a header, and the frame that attaches does not say it. */
  private noteWriter(text: string, sessionId: string | undefined): void {
    const handle = writerOf(text);
    if (handle !== null && sessionId !== undefined) this.writers.add(keyOf({ sessionId, handle }));
  }
}

function writerOf(text: string): string | null {
  try {
    const answer = parseResponse(text);
    const writer = 'result' in answer ? answer.result['writer'] : null;
    return typeof writer === 'string' ? writer : null;
  } catch {
    // Whoever receives the answer says what is wrong with it.
    return null;
  }
}

function keyOf({ sessionId, handle }: Pick<DataFrame, 'sessionId' | 'handle'>): string {
  return JSON.stringify([sessionId, handle]);
}
