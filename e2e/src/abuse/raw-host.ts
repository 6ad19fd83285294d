import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { eventually } from '../harness/eventually.ts';
import type { Teardown } from '../harness/teardown.ts';
import { createRawSocket, type RawSocket } from './raw-socket.ts';

const connectTimeoutMs = 60_000;
/** RFC 6455. */
const acceptSalt = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A Host that approves every pairing and whose sockets can be written below the WebSocket. */
export type RawHost = {
  readonly url: string;
  /** The next socket of a daemon that nobody has taken yet; rejects early when `ended` resolves before it comes. */
  nextSocket(ended?: Promise<unknown>): Promise<RawSocket>;
  /** How often a daemon has opened a socket. */
  upgrades(): number;
};

export async function startRawHost(teardown: Teardown): Promise<RawHost> {
  const waiting: RawSocket[] = [];
  const open = new Set<Duplex>();
  let upgrades = 0;
  const server = createServer((request, response) => {
    const resource = resourceOf(request);
    const websocketUrl = `ws://${request.headers.host ?? ''}/api/devices/${resource}/connect`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'approved', resource_id: resource, websocket_url: websocketUrl }));
  });
  server.on('upgrade', (request, socket) => {
    upgrades += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.write(upgradeAnswer(request));
    waiting.push(createRawSocket(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  teardown.defer(async () => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The raw Host has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    upgrades: () => upgrades,
    nextSocket: async (ended = new Promise(() => undefined)) => {
      let gone = false;
      void ended.then(() => (gone = true));
      return eventually(
        () => {
          const socket = waiting.shift();
          if (socket === undefined && gone) throw new Error('The daemon ended instead of connecting.');
          return socket;
        },
        { what: 'the daemon to connect', timeoutMs: connectTimeoutMs },
      );
    },
  };
}

function resourceOf({ headers }: IncomingMessage): string {
  const credential = (headers.authorization ?? '').replace('Bearer ', '');
  return `device-${createHash('sha256').update(credential).digest('hex').slice(0, 24)}`;
}

function upgradeAnswer({ headers }: IncomingMessage): string {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key'] ?? ''}${acceptSalt}`)
    .digest('base64');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    'Sec-WebSocket-Protocol: eip.v1',
    '\r\n',
  ].join('\r\n');
}
