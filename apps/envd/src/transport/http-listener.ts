import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { CliError } from '../cli/cli-error.ts';
import type { Clock } from '../clock/clock.ts';
import { urlOf } from './http-address.ts';
import type { ListenAddress } from './http-address.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { TlsMaterial } from './http-tls.ts';

export type HttpListenerOptions = {
  readonly address: ListenAddress;
  /** `null` for plaintext. */
  readonly tls: TlsMaterial | null;
  readonly endpoint: HttpEndpoint;
  readonly clock: Clock;
  /** Shorter ones than those below, so that a test need not wait for them. */
  readonly timeouts?: Pick<
    ServerOptions,
    'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'
  >;
};

export type HttpListener = {
  /** With the port that was chosen. */
  readonly url: string;
  /** From now on no connection is accepted, and those that are there end with their answer. */
  refuseNew(): void;
  /** Resolves once all connections have ended; cuts those that do not within a second. */
  close(): Promise<void>;
};

/** Against clients that send a byte now and then to hold a connection. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  // Long, so that hardly ever a request meets the end of the connection that it takes.
  keepAliveTimeout: 10 * 60 * 1000,
  maxHeaderSize: 8 * 1024,
};
const tlsLimits = { handshakeTimeout: 10_000, minVersion: 'TLSv1.2' } as const;
const connectionsAtOnce = 1024;
const drainMs = 1000;

/** Listens; rejects with a `CliError` when the address cannot be had. */
export const listenHttp = async (options: HttpListenerOptions): Promise<HttpListener> => {
  const { address, tls, endpoint, clock, timeouts } = options;
  const own = { ...limits, ...timeouts };
  const server = tls === null ? createServer(own) : createTlsServer({ ...own, ...tlsLimits, ...tls });
  server.maxConnections = connectionsAtOnce;
  let refusing = false;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (refusing) response.setHeader('connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
    endpoint(request, response);
  };
  const open = new Set<ServerResponse>();
  // Whoever asks before sending a body hears the refusal instead.
  server.on('request', serve).on('checkContinue', serve);
  server.on('checkExpectation', (_request, response) => void response.writeHead(400).end());
  server.on('clientError', (_error, socket) => {
    if ([...open].some((response) => isOwed(response, socket))) socket.destroy();
    else refuseMalformed(socket);
  });
  const port = await listen(server, address);
  const refuseNew = (): void => {
    if (refusing) return;
    refusing = true;
    for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    server.close();
  };
  return {
    url: urlOf(tls === null ? 'http' : 'https', { ...address, port }),
    refuseNew,
    close: () =>
      new Promise((resolve) => {
        refuseNew();
        const cancel = clock.schedule(drainMs, () => server.closeAllConnections());
        // Once it is closed already, closing again calls back with an error, which says just that.
        server.close(() => {
          cancel();
          resolve();
        });
      }),
  };
};

const listen = (server: Server, { host, port }: ListenAddress): Promise<number> =>
  new Promise((resolve, reject) => {
    // Also later on, when a connection cannot be accepted: then it is that client who has to try again.
    server.on('error', (cause) => {
      const code = 'code' in cause ? String(cause.code) : cause.message;
      const message = `Cannot listen on ${host} port ${port} (${code}). Free it, or choose another --http-listen.`;
      reject(new CliError('failure', message, { cause }));
    });
    server.listen({ host, port }, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });

/**
 * Whether something else would be read as this answer, or as a part of it. A request that is not whole yet has no
 * other answer than that it is malformed.
 */
const isOwed = (response: ServerResponse, socket: Duplex): boolean =>
  response.req.socket === socket &&
  !response.writableEnded &&
  (response.req.complete || response.headersSent);

/** Whatever is no HTTP, or comes too slowly. */
const refuseMalformed = (socket: Duplex): void => {
  if (socket.writable)
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  else socket.destroy();
};
