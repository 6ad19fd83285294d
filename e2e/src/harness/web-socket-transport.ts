import type { Transport, TransportCloseInfo, TransportMessage } from '@harness-desktop/eip-protocol';
import type { RawData, WebSocket } from 'ws';

/** An open socket as an EIP carrier. */
export function createWebSocketTransport(socket: WebSocket): Transport {
  const messageListeners = new Set<(message: TransportMessage) => void>();
  const closeListeners = new Set<(info: TransportCloseInfo) => void>();
  socket.on('message', (data, isBinary) => {
    const bytes = toBytes(data);
    const message: TransportMessage = isBinary
      ? { kind: 'bytes', bytes }
      : { kind: 'text', text: bytes.toString('utf8') };
    for (const listener of [...messageListeners]) listener(message);
  });
  socket.on('close', (code, reason) => {
    for (const listener of [...closeListeners]) listener({ code, reason: reason.toString('utf8') });
  });
  socket.on('error', () => socket.terminate());
  const send = (data: string | Uint8Array): void => {
    if (socket.readyState === socket.OPEN) socket.send(data);
  };
  return {
    sendText: send,
    sendBytes: send,
    close: (code = 1000, reason = '') => socket.close(code, reason),
    onMessage: (listener) => {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    onClose: (listener) => {
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
