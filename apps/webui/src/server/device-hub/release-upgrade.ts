import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerResponse } from 'node:http';

type Upgraded = {
  /** Of the request that became the socket. */
  readonly response: ServerResponse;
  readonly deviceId: string;
  readonly log: FastifyBaseLogger;
};

/**
 * Lets go of the HTTP request that became this socket. Node keeps its answer at the connection, and the plugin keeps
 * both for the socket's errors, with all headers, cookies and a logger: 10 KB as long as the device is connected.
 */
export function releaseUpgrade(socket: WebSocket, { response, deviceId, log }: Upgraded): void {
  if (response.socket !== null) response.detachSocket(response.socket);
  socket.removeAllListeners('error');
  socket.on('error', (error) => {
    log.warn({ err: error, device_id: deviceId }, 'device socket failed');
    socket.terminate();
  });
}
