import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import {
  createLinkedTransports,
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  parseRequest,
  type DataFrame,
  type DataFrameKind,
  type Transport,
} from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createEipConnection, type EipConnection } from '../connection.ts';
import type { EipSession } from '../session.ts';
import { ScriptedDaemon } from '../testing/scripted-daemon.ts';
import { ScriptedDesktop } from '../testing/scripted-desktop.ts';
import { ScriptedFiles } from '../testing/scripted-files.ts';
import { createHttpTransport } from './http-transport.ts';

const credential = 'c'.repeat(64);
const path = '/home/ada/big.bin';
const content = new Uint8Array(5_000_000).map((_, index) => (index * 31) % 251);
const nothing = new Uint8Array();

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** `/eip/control` and `/eip/transfer` of the specification, in front of a scripted daemon. */
class HttpDaemon {
  readonly daemon = new ScriptedDaemon();
  readonly log: string[] = [];
  /** Answers the next request of this method and path in another way. */
  readonly instead = new Map<string, Answer>();
  /** Bytes of readers that were given to the socket so far. */
  producedBytes = 0;
  origin = '';
  private readonly device: Transport;
  private readonly server: Server;

  constructor() {
    const [front, device] = createLinkedTransports();
    this.device = front;
    this.daemon.serve(device);
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    this.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const direction = headers['eip-transfer-direction'];
    this.log.push([method, url, direction].filter(Boolean).join(' '));
    const key = `${method} ${url}`;
    const other = this.instead.get(key);
    this.instead.delete(key);
    if (other) other(request, response);
    else if (headers.authorization !== `Bearer ${credential}`) response.writeHead(401).end();
    else if (key === 'POST /eip/control') await this.control(request, response);
    else if (key === 'POST /eip/transfer' && direction === 'read') await this.read(request, response);
    else if (key === 'POST /eip/transfer') await this.write(request, response);
    else if (key === 'DELETE /eip/transfer') this.reset(request, response);
    else response.writeHead(404).end();
  }

  private async control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    const body: AsyncIterable<Uint8Array> = request;
    for await (const part of body) parts.push(Buffer.from(part));
    const text = Buffer.concat(parts).toString('utf8');
    const parsed = parseRequest(text);
    if (!parsed.ok) throw parsed.error;
    const { id } = parsed.request;
    const stop = this.device.onMessage((message) => {
      if (message.kind !== 'text' || !message.text.includes(`"id":${id},`)) return;
      stop();
      response.writeHead(200, { 'content-type': 'application/json' }).end(message.text);
    });
    this.device.sendText(text);
  }

  private async read(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const frames = this.attach(request);
    let offset = 0;
    for await (const frame of frames) {
      if (frame.kind === 'reset') return void response.destroy();
      if (frame.kind === 'attached') response.writeHead(200, { 'content-type': 'application/octet-stream' });
      if (frame.kind === 'end') return void response.end();
      if (frame.kind !== 'chunk') continue;
      if (!response.write(frame.payload)) {
        await new Promise<void>((resolve) => {
          const move = (): void => {
            response.off('drain', move).off('close', move);
            resolve();
          };
          response.on('drain', move).on('close', move);
        });
      }
      if (response.destroyed) return;
      offset += frame.payload.length;
      this.producedBytes = offset;
      this.send(request, 'credit', { offset });
    }
  }

  private async write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const frames = this.attach(request);
    let offset = 0;
    const body: AsyncIterable<Uint8Array> = request;
    for await (const payload of body) {
      this.send(request, 'chunk', { offset, payload });
      offset += payload.length;
    }
    this.send(request, 'end', { offset });
    for await (const { kind } of frames) {
      if (kind === 'end_ack') return void response.writeHead(204).end();
    }
  }

  private reset(request: IncomingMessage, response: ServerResponse): void {
    this.send(request, 'reset', { resetStatus: 'cancelled' });
    response.writeHead(204).end();
  }

  /** The daemon's frames of this transfer, from its ATTACHED on. */
  private attach(request: IncomingMessage): AsyncIterable<DataFrame> {
    const waiting: DataFrame[] = [];
    let wake = (): void => undefined;
    const handle = header(request, 'eip-transfer-handle');
    this.device.onMessage((message) => {
      if (message.kind !== 'bytes') return;
      const frame = decodeDataFrame(message.bytes);
      if (frame.handle === handle) waiting.push(frame);
      wake();
    });
    this.send(request, 'attach', {});
    return (async function* () {
      for (;;) {
        const frame = waiting.shift();
        if (frame) yield frame;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
  }

  private send(request: IncomingMessage, kind: DataFrameKind, fields: Partial<DataFrame>): void {
    const sessionId = header(request, 'eip-session');
    const handle = header(request, 'eip-transfer-handle');
    const frame = { kind, sessionId, handle, offset: 0, payload: nothing, resetStatus: null, ...fields };
    this.device.sendBytes(encodeDataFrame(frame));
  }
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  if (typeof value === 'string') return value;
  throw new Error(`There is no ${name}.`);
}

describe('the HTTP carrier', () => {
  let http: HttpDaemon;
  const connections: EipConnection[] = [];
  beforeEach(async () => {
    http = new HttpDaemon();
    await http.listen();
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.close();
    await http.close();
  });

  const connect = (options: Partial<Parameters<typeof createHttpTransport>[0]> = {}): EipConnection => {
    const transport = createHttpTransport({ baseUrl: http.origin, credential, ...options });
    let count = 0;
    const createId = (): string => String(++count);
    const connection = createEipConnection({ transport, clientName: 't', clientVersion: '1', createId });
    connections.push(connection);
    return connection;
  };
  const open = async (): Promise<EipSession> => {
    const connection = connect();
    await connection.initialize();
    return connection.openSession();
  };
  const point = { x: 1, y: 2 };
  const click = { observationId: 'observation-1', point, button: 'left' } as const;
  const status =
    (code: number, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      void response.writeHead(code, headers).end('not for anybody');

  it('carries a session with an image', async () => {
    const desktop = new ScriptedDesktop(http.daemon);
    desktop.image = content.subarray(0, 3_000_000);
    const session = await open();
    const { bytes } = await session.observeComputer();
    expect(Buffer.compare(bytes, desktop.image)).toBe(0);
    expect(await session.click(click)).toMatchObject({ effect: 'executed' });
    await session.close();
    expect(http.log.filter((line) => line.includes('transfer'))).toStrictEqual(['POST /eip/transfer read']);
  });

  it('reads and writes files', async () => {
    const files = new ScriptedFiles(http.daemon, [[path, content]]);
    const session = await open();
    const reader = await session.openFileReader({ path });
    expect(Buffer.compare(await reader.readAll(), content)).toBe(0);
    const writer = await session.openFileWriter({ path: '/home/ada/copy.bin', mode: 'create' });
    await writer.write(content);
    await writer.commit();
    expect(Buffer.compare(files.contents.get('/home/ada/copy.bin') ?? nothing, content)).toBe(0);
    expect(http.log.filter((line) => line.includes('transfer'))).toStrictEqual([
      'POST /eip/transfer read',
      'POST /eip/transfer write',
    ]);
  });

  it('lets a slow consumer hold the device back', async () => {
    const huge = new Uint8Array(60_000_000);
    const files = new ScriptedFiles(http.daemon, [[path, huge]]);
    files.chunkBytes = 256 * 1024;
    const session = await open();
    const reader = await session.openFileReader({ path });
    const chunks = reader[Symbol.asyncIterator]();
    await chunks.next();
    // What the sockets of both ends take is bounded; once it is full, nothing moves, however long one waits.
    let before = -1;
    while (before !== http.producedBytes) {
      before = http.producedBytes;
      await session.keepalive();
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(http.producedBytes).toBeLessThan(huge.length / 2);
    await chunks.return?.();
    await http.daemon.until(() => http.daemon.framesOf('reset').length === 1);
  });

  it('turns a RESET into DELETE', async () => {
    new ScriptedFiles(http.daemon, [[path, content]]);
    const session = await open();
    const reader = await session.openFileReader({ path });
    for await (const chunk of reader) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await http.daemon.until(() => http.daemon.framesOf('reset').length === 1);
    expect(http.log).toContain('DELETE /eip/transfer read');
  });

  it.each([
    [401, 'denied', 'denied'],
    [404, 'denied', 'denied'],
    [409, 'protocol', 'internal_error'],
    [413, 'limit', 'quota_exceeded'],
    [429, 'limit', 'quota_exceeded'],
    [503, 'internal', 'internal_error'],
  ] as const)('turns status %i of a transfer into RESET(%s)', async (code, resetStatus, errorType) => {
    new ScriptedFiles(http.daemon, [[path, content]]);
    const session = await open();
    http.instead.set('POST /eip/transfer', status(code));
    const reader = await session.openFileReader({ path });
    await expect(reader.readAll()).rejects.toMatchObject({ resetStatus, errorType });
    http.instead.set('POST /eip/transfer', status(code));
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    const writing = writer.write(content).then(() => writer.commit());
    await expect(writing).rejects.toMatchObject({ resetStatus, errorType });
  });

  it('notices a body that is cut', async () => {
    new ScriptedFiles(http.daemon, [[path, content]]);
    const session = await open();
    http.instead.set('POST /eip/transfer', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.write(content.subarray(0, 1000), () => response.destroy());
    });
    const reader = await session.openFileReader({ path });
    await expect(reader.readAll()).rejects.toMatchObject({ resetStatus: 'source' });
  });

  it.each([
    [400, 'invalid_request'],
    [401, 'denied'],
    [404, 'not_found_or_denied'],
    [405, 'invalid_request'],
    [409, 'conflict'],
    [413, 'quota_exceeded'],
    [415, 'invalid_request'],
    [429, 'busy'],
  ])('turns status %i into %s, with nothing dispatched, and goes on', async (code, errorType) => {
    new ScriptedDesktop(http.daemon);
    const session = await open();
    http.instead.set('POST /eip/control', status(code));
    await expect(session.click(click)).rejects.toMatchObject({ errorType, dispatchStage: 'pre_dispatch' });
    expect(await session.click(click)).toMatchObject({ effect: 'executed' });
  });

  it.each<[string, Answer]>([
    ['a server error', status(502)],
    ['a redirect, which is not followed', status(302, { location: 'http://127.0.0.1:1/' })],
    [
      'a page',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['a cut', (_request, response) => void response.destroy()],
    [
      'a cut within the answer',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{', () => response.destroy());
      },
    ],
  ])('leaves an input unknown after %s, and anything else unavailable', async (_name, answer) => {
    new ScriptedDesktop(http.daemon);
    const session = await open();
    http.instead.set('POST /eip/control', answer);
    await expect(session.click({ ...click, operationId: 'mine' })).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      dispatchStage: 'unknown',
      details: { operation_id: 'mine' },
    });
    expect(await session.reconcile('mine')).toStrictEqual({ state: 'not_found' });
    http.instead.set('POST /eip/control', answer);
    await expect(session.describeComputer()).rejects.toMatchObject({ errorType: 'provider_unavailable' });
  });

  it('knows that nothing happened when the device cannot be reached', async () => {
    const gone = new HttpDaemon();
    await gone.listen();
    await gone.close();
    const connection = connect({ baseUrl: gone.origin });
    await expect(connection.initialize()).rejects.toMatchObject({
      errorType: 'provider_unavailable',
      dispatchStage: 'pre_dispatch',
    });
  });

  it('gives up a request that is not answered in time', async () => {
    new ScriptedDesktop(http.daemon);
    const connection = connect({ answerTimeoutMs: 300 });
    await connection.initialize();
    const session = await connection.openSession();
    http.instead.set('POST /eip/control', () => undefined);
    await expect(session.describeComputer()).rejects.toMatchObject({ errorType: 'provider_unavailable' });
  });

  it('cancels an operation while its request is under way', async () => {
    const desktop = new ScriptedDesktop(http.daemon);
    const session = await open();
    const held = desktop.holdNext('computer.click');
    const giveUp = new AbortController();
    const clicking = session.click({ ...click, signal: giveUp.signal });
    await held.begun;
    giveUp.abort();
    expect(await clicking).toMatchObject({ effect: 'partial' });
  });

  it('sends no more requests at a time than it may, and answers busy when too much waits', async () => {
    const connection = connect({ maxConcurrentRequests: 1, maxBufferedBytes: 200 });
    await connection.initialize();
    const held = http.daemon.holdNext('device.describe');
    const first = connection.describeDevice();
    await held.begun;
    const rest = Array.from({ length: 10 }, () => connection.describeDevice());
    const settled = Promise.allSettled(rest);
    await expect(rest.at(-1)).rejects.toMatchObject({ errorType: 'busy', dispatchStage: 'pre_dispatch' });
    expect(http.daemon.requestsOf('device.describe')).toHaveLength(1);
    held.release();
    await first;
    expect((await settled).map(({ status }) => status)).toContain('fulfilled');
  });

  it('ends whatever is under way when it is closed', async () => {
    new ScriptedDesktop(http.daemon);
    const session = await open();
    const held = http.daemon.holdNext('computer.click');
    const clicking = session.click(click);
    await held.begun;
    for (const connection of connections) connection.close();
    await expect(clicking).rejects.toMatchObject({ errorType: 'unknown_outcome' });
  });

  it.each(['http://desk.example', 'http://127.0.0.1.example', 'ftp://127.0.0.1'])(
    'does not send a credential to %s',
    (baseUrl) => {
      expect(() => createHttpTransport({ baseUrl, credential })).toThrow(EipError);
    },
  );
});
