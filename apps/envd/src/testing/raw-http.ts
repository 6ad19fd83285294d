import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type RawHttp = {
  readonly socket: Socket;
  readonly received: () => string;
  readonly isClosed: () => boolean;
};

/** Bytes on a socket as they are; whoever opens it destroys it. */
export const sendRawHttp = (port: number, bytes: string): RawHttp => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let closed = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined).on('close', () => (closed = true));
  socket.write(bytes);
  return { socket, received: () => received, isClosed: () => closed };
};
