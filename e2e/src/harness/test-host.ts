import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { eventually } from './eventually.ts';
import type { Teardown } from './teardown.ts';

const subprotocol = 'eip.v1';
const connectTimeoutMs = 30_000;

export type TestHostOptions = {
  /** The HTTP status for the n-th attempt (from 1) to open the socket; 101 accepts. Always 101 when absent. */
  readonly answerUpgrade?: (attempt: number) => number;
  /** What the pairing answer says about the socket; the right address when absent. */
  readonly webSocketUrl?: (own: string) => string;
  readonly teardown: Teardown;
};

/** A Host with nothing but the wire: it approves every pairing at once and hands out the sockets that daemons open. */
export type TestHost = {
  readonly url: string;
  /** How many HTTP requests of any kind have come in. */
  requests(): number;
  /** When each attempt to open the socket came, in milliseconds of `performance.now()`. */
  upgradeTimes(): readonly number[];
  /** The next socket of a daemon that nobody has taken yet. */
  nextSocket(): Promise<WebSocket>;
};

export async function startTestHost(options: TestHostOptions): Promise<TestHost> {
  const { answerUpgrade = () => 101, webSocketUrl = (own: string) => own, teardown } = options;
  let requests = 0;
  const upgradeTimes: number[] = [];
  const waiting: WebSocket[] = [];
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    perMessageDeflate: false,
  });
  const server = createServer((request, response) => {
    requests += 1;
    const resource = resourceOf(request);
    if (request.method !== 'POST' || request.url !== '/api/envd/pair' || resource === undefined) {
      response.writeHead(404).end();
      return;
    }
    const own = `ws://${request.headers.host ?? ''}/api/devices/${resource}/connect`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ status: 'approved', resource_id: resource, websocket_url: webSocketUrl(own) }),
    );
  });
  server.on('upgrade', (request, socket, head) => {
    requests += 1;
    upgradeTimes.push(performance.now());
    const status = answerUpgrade(upgradeTimes.length);
    if (status !== 101) {
      refuse(socket, status);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => waiting.push(webSocket));
  });
  const url = await listen(server);
  teardown.defer(async () => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    requests: () => requests,
    upgradeTimes: () => upgradeTimes,
    nextSocket: () =>
      eventually(() => waiting.shift(), { what: 'the daemon to connect', timeoutMs: connectTimeoutMs }),
  };
}

function resourceOf(request: IncomingMessage): string | undefined {
  const credential = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1];
  if (credential === undefined) return undefined;
  return `device-${createHash('sha256').update(credential).digest('hex').slice(0, 24)}`;
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test Host has no port.');
  return `http://127.0.0.1:${address.port}`;
}
