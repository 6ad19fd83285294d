import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { DisplayName } from '../display-name.ts';
import { connectFdSocket } from './raw-client.ts';

type StreamOptions = { readonly display: DisplayName; readonly signal: AbortSignal };

const firstTcpPort = 6000;

const connected = (socket: Socket, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const onAbort = () => fail(new Error('aborted'));
    const stop = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('connect', succeed).off('error', fail).off('close', onClose);
    };
    const fail = (error: Error) => {
      stop();
      // A socket that fails twice would otherwise end the process with its second error.
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const onClose = () => fail(new Error('the connection was closed'));
    const succeed = () => {
      stop();
      // Until the next owner listens, an error shows in `destroyed` and must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    };
    socket.on('connect', succeed).on('error', fail).on('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });

const connectUnix = (path: string): Socket => connectFdSocket(path) ?? connect(path);

/**
 * A connected stream to the server: for a local display the socket in the file system, then the abstract one (which
 * Node before 22 cannot reach), and TCP only when DISPLAY names a host.
 */
export const openStream = async ({ display, signal }: StreamOptions): Promise<Socket> => {
  const { host, number } = display;
  if (host !== undefined) return connected(connect(firstTcpPort + number, host), signal);
  const path = `/tmp/.X11-unix/X${number}`;
  try {
    return await connected(connectUnix(path), signal);
  } catch (error) {
    return connected(connectUnix(`\0${path}`), signal).catch(() => {
      throw error;
    });
  }
};
