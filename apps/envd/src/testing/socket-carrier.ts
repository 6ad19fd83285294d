import { once } from 'node:events';
import type { Transport } from '@harness-desktop/eip-protocol';
import { WebSocket, WebSocketServer } from 'ws';
import { createSystemClock } from '../clock/clock.ts';
import { createWebSocketTransport } from '../transport/web-socket-transport.ts';

export type SocketCarrier = {
  /** The Host's end and the device's. */
  readonly ends: [Transport, Transport];
  /** The Host stops reading, so that the device's bytes stay with the device. */
  pauseHost(): void;
  close(): Promise<void>;
};

/** A real WebSocket of this machine, both of its ends as carriers. */
export const openSocketCarrier = async (): Promise<SocketCarrier> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  const device = new WebSocket(`ws://127.0.0.1:${address.port}`, { perMessageDeflate: false });
  const host = await accepted;
  if (device.readyState !== device.OPEN) await once(device, 'open');
  const clock = createSystemClock();
  return {
    ends: [createWebSocketTransport(host, clock), createWebSocketTransport(device, clock)],
    pauseHost: () => host.pause(),
    close: async () => {
      host.terminate();
      device.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
