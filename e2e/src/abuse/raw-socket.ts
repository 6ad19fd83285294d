import type { Duplex } from 'node:stream';
import type { Transport, TransportCloseInfo, TransportMessage } from '@harness-desktop/eip-protocol';
import {
  createClientFrameReader,
  encodeServerFrame,
  opcodes,
  type WebSocketFrame,
} from './web-socket-frames.ts';

/** The Host's end of a daemon's socket: a carrier whose every byte can be chosen. */
export type RawSocket = Transport & {
  /** Bytes as they are, below the WebSocket. */
  write(bytes: Uint8Array): void;
  /** Stops and goes on reading what the daemon sends. */
  pause(): void;
  resume(): void;
  /** Cuts it, without a goodbye. */
  cut(): void;
  /** Whether pings are answered; they are unless told otherwise. */
  answersPings: boolean;
  readonly closed: Promise<TransportCloseInfo>;
};

/** What a close without a close frame is called. */
const abnormal: TransportCloseInfo = { code: 1006, reason: '' };

export function createRawSocket(socket: Duplex): RawSocket {
  const messageListeners = new Set<(message: TransportMessage) => void>();
  const closeListeners = new Set<(info: TransportCloseInfo) => void>();
  let end = abnormal;
  let isOver = false;
  const write = (bytes: Uint8Array): void => {
    if (!socket.destroyed && socket.writable) socket.write(bytes);
  };
  const receive = (frame: WebSocketFrame): void => {
    const { opcode, payload } = frame;
    if (opcode === opcodes.ping && raw.answersPings)
      write(encodeServerFrame({ opcode: opcodes.pong, payload }));
    if (opcode === opcodes.close) {
      end = closeInfoOf(payload);
      write(encodeServerFrame({ opcode: opcodes.close, payload }));
      socket.end();
    }
    const message = messageOf(frame);
    if (message !== undefined) for (const listener of [...messageListeners]) listener(message);
  };
  const read = createClientFrameReader();
  socket.on('data', (bytes: Buffer) => {
    for (const frame of read(bytes)) receive(frame);
  });
  socket.on('error', () => socket.destroy());
  // A peer that half-closes does not hear from us any more either.
  socket.on('end', () => socket.end());
  const closed = new Promise<TransportCloseInfo>((resolve) => {
    socket.once('close', () => {
      isOver = true;
      for (const listener of [...closeListeners]) listener(end);
      resolve(end);
    });
  });
  const raw: RawSocket = {
    answersPings: true,
    closed,
    write,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    cut: () => void socket.destroy(),
    get bufferedBytes() {
      return socket.writableLength;
    },
    sendText: (text) => write(encodeServerFrame({ opcode: opcodes.text, payload: Buffer.from(text) })),
    sendBytes: (bytes) => write(encodeServerFrame({ opcode: opcodes.binary, payload: bytes })),
    close: (code = 1000) => {
      const payload = Buffer.alloc(2);
      payload.writeUInt16BE(code);
      write(encodeServerFrame({ opcode: opcodes.close, payload }));
    },
    onMessage: (listener) => {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    onClose: (listener) => {
      if (isOver) queueMicrotask(() => listener(end));
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
  };
  return raw;
}

/** The daemon never splits its messages, so each frame of data is one. */
function messageOf({ opcode, payload }: WebSocketFrame): TransportMessage | undefined {
  if (opcode === opcodes.text) return { kind: 'text', text: Buffer.from(payload).toString('utf8') };
  return opcode === opcodes.binary ? { kind: 'bytes', bytes: payload } : undefined;
}

function closeInfoOf(payload: Uint8Array): TransportCloseInfo {
  const bytes = Buffer.from(payload);
  if (bytes.length < 2) return { code: 1005, reason: '' };
  return { code: bytes.readUInt16BE(0), reason: bytes.subarray(2).toString('utf8') };
}
