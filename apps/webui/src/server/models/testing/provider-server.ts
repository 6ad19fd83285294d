import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Refusal } from './provider-protocol.ts';

/** What the server does with one request. */
export type Reaction =
  | { readonly kind: 'stream'; readonly events: readonly string[] }
  /** The connection breaks after the events. */
  | { readonly kind: 'cut'; readonly events: readonly string[] }
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  /** Takes the request and never answers. */
  | { readonly kind: 'silent' };

type Received = {
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** The request as it came, to look for what must not be in it. */
  readonly text: string;
};

export type ProviderServer = {
  readonly origin: string;
  readonly received: readonly Received[];
  /** Reactions to the requests to come, in their order; with none left it breaks the connection. */
  react(...reactions: readonly Reaction[]): void;
  /** Settles when the next request is there that is not answered. */
  untilSilent(): Promise<void>;
  close(): Promise<void>;
};

/** A provider on 127.0.0.1 that answers as it was told. */
export async function startProviderServer(): Promise<ProviderServer> {
  const received: Received[] = [];
  const reactions: Reaction[] = [];
  const waits = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
      const body: unknown = text === '' ? null : JSON.parse(text);
      received.push({ path: pathname, query: search, headers: request.headers, body, text });
      const reaction = reactions.shift();
      if (reaction?.kind === 'silent') waits.emit('silent');
      answer(response, reaction ?? { kind: 'cut', events: [] });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    react: (...more) => void reactions.push(...more),
    async untilSilent() {
      await once(waits, 'silent');
    },
    async close() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, reaction: Reaction): void {
  switch (reaction.kind) {
    case 'silent':
      return;
    case 'refuse': {
      const { status, headers = {}, body } = reaction.refusal;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      return;
    }
    case 'stream':
    case 'cut': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      for (const event of reaction.events.slice(0, -1)) response.write(event);
      const last = reaction.events.at(-1) ?? '';
      if (reaction.kind === 'stream') response.end(last);
      else response.write(last, () => response.destroy());
    }
  }
}
