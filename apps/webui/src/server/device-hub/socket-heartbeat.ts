import type { WebSocket } from '@fastify/websocket';

export type HeartbeatTimes = { readonly intervalMs: number; readonly answerMs: number };

/** Pings the peer; one that does not answer in time is cut off, which the socket's `close` event then tells. */
export function startSocketHeartbeat(socket: WebSocket, { intervalMs, answerMs }: HeartbeatTimes): void {
  let overdue: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    socket.ping();
    overdue ??= setTimeout(() => socket.terminate(), answerMs);
  }, intervalMs);
  socket.on('pong', () => {
    clearTimeout(overdue);
    overdue = undefined;
  });
  socket.once('close', () => {
    clearInterval(interval);
    clearTimeout(overdue);
  });
}
