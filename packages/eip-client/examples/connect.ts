// #region web-socket
import { createEipConnection, type EipConnection } from '@harness-desktop/eip-client';
import { createWebSocketTransport, type WebSocketLike } from '@harness-desktop/eip-client/web-socket';
import { randomUUID } from 'node:crypto';

/** The device dials: hand over the socket that your server accepted, of `ws` or anything like it. */
export async function greet(socket: WebSocketLike, expectedDeviceId: string): Promise<EipConnection> {
  const connection = createEipConnection({
    transport: createWebSocketTransport(socket),
    clientName: 'my-host',
    clientVersion: '1.0.0',
    createId: randomUUID,
  });
  await connection.initialize({ expectedDeviceId, signal: AbortSignal.timeout(10_000) });
  return connection;
}
// #endregion
