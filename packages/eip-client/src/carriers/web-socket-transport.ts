import type { Transport, TransportMessage } from '@harness-desktop/eip-protocol';

import { CarrierEvents } from './carrier-events.ts';
import { closeCodes, defaultMaxBufferedBytes } from './close-codes.ts';

/** What a browser's WebSocket and the one of `ws` have in common. */
export type WebSocketLike = {
  binaryType: string;
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  /** Where it exists, a peer that does not answer a close is cut off by it. */
  terminate?(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
};

export type WebSocketTransportOptions = {
  /** Above this many unsent bytes the carrier ends; 64 MiB when absent. */
  readonly maxBufferedBytes?: number | undefined;
};

const closeHandshakeMs = 2000;
const connecting = 0;
const open = 1;

/**
 * EIP over one WebSocket that is open or about to open: what is sent before it is open waits. `close` takes effect
 * here at once: what the peer sends is dropped from then on and close listeners run before it returns. The transport
 * owns the socket from now on. Never throws; whatever fails ends it, and close listeners tell.
 */
export function createWebSocketTransport(
  socket: WebSocketLike,
  options: WebSocketTransportOptions = {},
): Transport {
  return new WebSocketTransport(socket, options.maxBufferedBytes ?? defaultMaxBufferedBytes);
}

class WebSocketTransport implements Transport {
  private readonly socket: WebSocketLike;
  private readonly maxBufferedBytes: number;
  private readonly events = new CarrierEvents();
  private beforeOpen: (string | Uint8Array<ArrayBuffer>)[] = [];
  private beforeOpenBytes = 0;
  private cut: NodeJS.Timeout | undefined;

  constructor(socket: WebSocketLike, maxBufferedBytes: number) {
    this.socket = socket;
    this.maxBufferedBytes = maxBufferedBytes;
    socket.binaryType = 'arraybuffer';
    if (socket.readyState === connecting) socket.addEventListener('open', () => this.flush());
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('error', () => this.finish(closeCodes.abnormal, 'The socket failed.'));
    socket.addEventListener('close', ({ code, reason }) => {
      clearTimeout(this.cut);
      this.events.end({ code, reason });
    });
    if (socket.readyState > open) this.events.end({ code: closeCodes.abnormal, reason: 'Not open.' });
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount + this.beforeOpenBytes;
  }

  readonly onMessage: Transport['onMessage'] = (listener) => this.events.onMessage(listener);

  readonly onClose: Transport['onClose'] = (listener) => this.events.onClose(listener);

  sendText(text: string): void {
    // No character takes more than three bytes.
    this.send(text, text.length * 3);
  }

  sendBytes(bytes: Uint8Array): void {
    this.send(inArrayBuffer(bytes), bytes.length);
  }

  close(code: number = closeCodes.normal, reason = ''): void {
    this.finish(code, reason);
  }

  private send(data: string | Uint8Array<ArrayBuffer>, size: number): void {
    if (this.events.isEnded) return;
    if (this.bufferedBytes + size > this.maxBufferedBytes) {
      this.finish(closeCodes.tooMuchWaiting, 'The peer takes nothing.');
    } else if (this.socket.readyState === connecting) {
      this.beforeOpen.push(data);
      this.beforeOpenBytes += size;
    } else if (this.socket.readyState === open) {
      this.socket.send(data);
    }
  }

  private flush(): void {
    const waiting = this.beforeOpen;
    this.beforeOpen = [];
    this.beforeOpenBytes = 0;
    if (this.events.isEnded) return;
    for (const data of waiting) this.socket.send(data);
  }

  private receive(data: unknown): void {
    const message = toMessage(data);
    if (message) this.events.deliver(message);
    else this.finish(closeCodes.protocolError, 'neither text nor bytes');
  }

  private finish(code: number, reason: string): void {
    if (!this.events.end({ code, reason })) return;
    try {
      this.socket.close(code, reason);
    } catch {
      // A browser allows itself few codes.
      this.socket.close();
    }
    if (!this.socket.terminate || this.socket.readyState > 2) return;
    this.cut = setTimeout(() => this.socket.terminate?.(), closeHandshakeMs);
    this.cut.unref();
  }
}

function toMessage(data: unknown): TransportMessage | null {
  if (typeof data === 'string') return { kind: 'text', text: data };
  return data instanceof ArrayBuffer ? { kind: 'bytes', bytes: new Uint8Array(data) } : null;
}

/** A view on the same bytes unless they are shared with another thread. */
function inArrayBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(bytes);
}
