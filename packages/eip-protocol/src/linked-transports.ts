import type { Transport, TransportCloseInfo, TransportMessage } from './transport.ts';
import { utf8ByteLength } from './utf8.ts';

/**
 * Two ends of an in-memory carrier. Delivery is by microtask and in order; closing one end closes the other after
 * what was sent before. Messages that arrive before a listener is added are lost, as on a socket.
 */
export function createLinkedTransports(): [Transport, Transport] {
  const left = new LinkedTransport();
  const right = new LinkedTransport();
  left.link(right);
  right.link(left);
  return [left, right];
}

class LinkedTransport implements Transport {
  private readonly messageListeners = new Set<(message: TransportMessage) => void>();
  private readonly closeListeners = new Set<(info: TransportCloseInfo) => void>();
  private peer: LinkedTransport | null = null;
  private closing = false;
  private ended = false;
  private undelivered = 0;

  link(peer: LinkedTransport): void {
    this.peer = peer;
  }

  get bufferedBytes(): number {
    return this.undelivered;
  }

  sendText(text: string): void {
    this.send({ kind: 'text', text }, utf8ByteLength(text));
  }

  sendBytes(bytes: Uint8Array): void {
    this.send({ kind: 'bytes', bytes: bytes.slice() }, bytes.length);
  }

  close(code = 1000, reason = ''): void {
    if (this.closing) return;
    this.closing = true;
    soon(() => {
      this.end({ code, reason });
      this.peer?.end({ code, reason });
    });
  }

  onMessage(listener: (message: TransportMessage) => void): () => void {
    this.messageListeners.add(listener);
    return () => this.messageListeners.delete(listener);
  }

  onClose(listener: (info: TransportCloseInfo) => void): () => void {
    this.closeListeners.add(listener);
    return () => this.closeListeners.delete(listener);
  }

  private send(message: TransportMessage, size: number): void {
    if (this.closing) return;
    this.undelivered += size;
    soon(() => {
      this.undelivered -= size;
      this.peer?.receive(message);
    });
  }

  private receive(message: TransportMessage): void {
    if (this.ended) return;
    for (const listener of [...this.messageListeners]) listener(message);
  }

  private end(info: TransportCloseInfo): void {
    if (this.ended) return;
    this.closing = true;
    this.ended = true;
    for (const listener of [...this.closeListeners]) listener(info);
  }
}

function soon(run: () => void): void {
  void Promise.resolve().then(run);
}
