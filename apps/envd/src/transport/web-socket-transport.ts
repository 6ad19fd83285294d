import { durationsMs } from '@harness-desktop/eip-protocol';
import type { Transport, TransportMessage } from '@harness-desktop/eip-protocol';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../clock/clock.ts';
import { createCloseNotice } from './close-notice.ts';

export type WebSocketTransport = Transport & {
  /** Whether the peer broke the WebSocket format: then trying again makes no sense. */
  readonly brokenFraming: boolean;
};

/** How long the peer may take to answer a close before the socket is cut. */
const closeMs = 1000;

/** An open socket as a carrier: pings every 20 s, and gives up when no pong comes within 10 s. */
export const createWebSocketTransport = (socket: WebSocket, clock: Clock): WebSocketTransport => {
  let brokenFraming = false;
  const inbox = createInbox();
  const closed = createCloseNotice();
  const stopHeartbeat = startHeartbeat(socket, clock);

  socket.on('message', (data, isBinary) => {
    const bytes = toBytes(data);
    const message: TransportMessage = isBinary
      ? { kind: 'bytes', bytes }
      : { kind: 'text', text: bytes.toString('utf8') };
    inbox.deliver(message);
  });
  socket.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : '';
    brokenFraming ||= code.startsWith('WS_ERR_') && code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
  });
  socket.on('close', (code, reason) => {
    stopHeartbeat();
    closed.give({ code, reason: reason.toString('utf8') });
  });

  return {
    get brokenFraming() {
      return brokenFraming;
    },
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    sendText: (text) => sendOn(socket, text),
    sendBytes: (bytes) => sendOn(socket, bytes),
    close: (code = 1000, reason = '') => {
      if (socket.readyState === socket.CLOSED) return;
      socket.close(code, reason);
      const cancel = clock.schedule(closeMs, () => socket.terminate());
      socket.once('close', cancel);
    },
    onMessage: inbox.listen,
    onClose: closed.listen,
  };
};

/**
 * Passes messages to listeners. What comes before the first of them waits: the Host's `initialize` can share a packet
 * with the answer to the upgrade, and then arrives before anybody could listen.
 */
const createInbox = () => {
  const listeners = new Set<(message: TransportMessage) => void>();
  let early: TransportMessage[] | null = [];
  const pass = (message: TransportMessage): void => {
    for (const listener of [...listeners]) listener(message);
  };
  const flush = (): void => {
    const waiting = early ?? [];
    early = null;
    for (const message of waiting) pass(message);
  };
  return {
    deliver: (message: TransportMessage): void => {
      if (early === null) pass(message);
      else early.push(message);
    },
    listen: (listener: (message: TransportMessage) => void): (() => void) => {
      if (early !== null && listeners.size === 0) queueMicrotask(flush);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const sendOn = (socket: WebSocket, data: string | Uint8Array): void => {
  // A failed send ends in `close`, which tells everybody; the callback keeps it from being thrown.
  if (socket.readyState === socket.OPEN) socket.send(data, () => undefined);
};

const startHeartbeat = (socket: WebSocket, clock: Clock): (() => void) => {
  let cancelPong = (): void => undefined;
  let cancelPing = (): void => undefined;
  const ping = (): void => {
    if (socket.readyState !== socket.OPEN) return;
    socket.ping(undefined, undefined, () => undefined);
    cancelPong();
    cancelPong = clock.schedule(durationsMs.pong, () => socket.terminate());
    cancelPing = clock.schedule(durationsMs.ping, ping);
  };
  cancelPing = clock.schedule(durationsMs.ping, ping);
  socket.on('pong', () => cancelPong());
  return () => {
    cancelPing();
    cancelPong();
  };
};

const toBytes = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
};
