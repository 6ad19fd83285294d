import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Teardown } from '../harness/teardown.ts';

/** The cable between a daemon and the web UI: it can be pulled, and what the web UI sent over it is kept. */
export type TcpProxy = {
  readonly origin: string;
  /** Destroys every connection at once, without a goodbye; new ones are refused until `plugIn`. */
  cut(): void;
  plugIn(): void;
  /** How often the text went from the web UI to the daemon. A server does not mask its frames. */
  sentToDaemon(text: string): number;
};

export async function startTcpProxy(target: string, teardown: Teardown): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const toDaemon: Buffer[] = [];
  let isPlugged = true;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((daemon) => {
    if (!isPlugged) {
      daemon.destroy();
      return;
    }
    const webUi = connect(Number(port), hostname);
    keep(daemon);
    keep(webUi);
    webUi.on('data', (chunk) => toDaemon.push(chunk));
    daemon.pipe(webUi);
    webUi.pipe(daemon);
    daemon.once('close', () => webUi.destroy());
    webUi.once('close', () => daemon.destroy());
  });
  const destroyAll = (): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  const origin = `http://127.0.0.1:${await listen(server)}`;
  teardown.defer(async () => {
    destroyAll();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    origin,
    cut: () => {
      isPlugged = false;
      destroyAll();
    },
    plugIn: () => {
      isPlugged = true;
    },
    sentToDaemon: (text) => Buffer.concat(toDaemon).toString('latin1').split(text).length - 1,
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}
