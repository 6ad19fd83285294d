import type { WebSocket } from '@fastify/websocket';
import type { Transport, TransportCloseInfo, TransportMessage } from '@harness-desktop/eip-protocol';
import type { RawData } from 'ws';

type Carrier = Pick<
  WebSocket,
  'on' | 'off' | 'send' | 'close' | 'terminate' | 'readyState' | 'OPEN' | 'bufferedAmount'
>;

const closeHandshakeMs = 2000;
/** "Abnormal closure": the peer went away without a close frame. */
const abnormalClosure = 1006;

/**
 * EIP over one WebSocket. `close` takes effect here at once: messages of the peer are dropped from then on and close
 * listeners run before it returns, however long the peer takes to answer.
 */
export function createWebSocketTransport(socket: Carrier): Transport {
  const messageListeners = new Set<(message: TransportMessage) => void>();
  const closeListeners = new Set<(info: TransportCloseInfo) => void>();
  let closed: TransportCloseInfo | undefined;

  const receive = (data: RawData, isBinary: boolean) => {
    const message = toMessage(data, isBinary);
    for (const listener of [...messageListeners]) listener(message);
  };
  const end = (info: TransportCloseInfo) => {
    if (closed !== undefined) return;
    closed = info;
    socket.off('message', receive);
    for (const listener of [...closeListeners]) listener(info);
  };
  socket.on('message', receive);
  socket.on('close', (code, reason) => end({ code, reason: reason.toString('utf8') }));
  socket.on('error', () => end({ code: abnormalClosure, reason: 'The socket failed.' }));

  const send = (data: string | Uint8Array) => {
    if (closed === undefined && socket.readyState === socket.OPEN) socket.send(data);
  };
  return {
    sendText: send,
    sendBytes: send,
    close(code = 1000, reason = '') {
      end({ code, reason });
      socket.close(code, reason);
      // A peer that is gone never answers the close frame.
      setTimeout(() => socket.terminate(), closeHandshakeMs).unref();
    },
    onMessage(listener) {
      messageListeners.add(listener);
      return () => void messageListeners.delete(listener);
    },
    onClose(listener) {
      closeListeners.add(listener);
      return () => void closeListeners.delete(listener);
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
  };
}

function toMessage(data: RawData, isBinary: boolean): TransportMessage {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  return isBinary ? { kind: 'bytes', bytes } : { kind: 'text', text: bytes.toString('utf8') };
}
