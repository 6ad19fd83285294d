import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type * as z from 'zod';
import { createApp } from '../app.ts';
import type { AppContext } from '../app-context.ts';
import { createOneTimeLink } from '../auth/one-time-link.ts';
import type { Clock } from '../clock.ts';
import { openDatabase } from '../database/connection.ts';
import type { HttpApp } from '../http/http-app.ts';
import { systemRandomness } from '../randomness.ts';
import { ScriptedDaemon, type ScriptedDaemonOptions } from './scripted-daemon.ts';
import { TestDevice } from './test-device.ts';

export class FakeClock implements Clock {
  #ms = Date.parse('2026-05-04T10:20:30.000Z');

  now(): Date {
    return new Date(this.#ms);
  }

  advance(ms: number): void {
    this.#ms += ms;
  }
}

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly json: unknown;
};

/** Where servers run, one after another or beside each other. */
type Home = {
  readonly directory: Awaited<ReturnType<typeof makeDataDirectory>>;
  readonly clock: FakeClock;
  readonly servers: TestServer[];
};

/** The whole server on a free port with real SQLite in a directory of its own, and its signed-in owner. */
export class TestServer {
  readonly app: HttpApp;
  readonly context: AppContext;
  readonly origin: string;
  readonly #home: Home;
  #cookie = '';
  #stopped: Promise<void> | undefined;

  constructor(parts: { app: HttpApp; context: AppContext; origin: string; home: Home }) {
    this.app = parts.app;
    this.context = parts.context;
    this.origin = parts.origin;
    this.#home = parts.home;
  }

  get dataDir(): string {
    return this.#home.directory.path;
  }

  get clock(): FakeClock {
    return this.#home.clock;
  }

  /** `Cookie` header of the signed-in owner. */
  get cookie(): string {
    return this.#cookie;
  }

  async signIn(link: string): Promise<void> {
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    const { headers } = await this.request('POST', '/api/session/link', { token });
    this.#cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  }

  async request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer> {
    return this.send({ method, url, ...(body === undefined ? {} : { body }) });
  }

  /** The parsed body of an answer that has the status. */
  async expect<Schema extends z.ZodType>(
    [status, schema]: [number, Schema],
    [method, url, body]: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, unknown?],
  ): Promise<z.output<Schema>> {
    const answer = await this.request(method, url, body);
    if (answer.status !== status) throw new Error(`${method} ${url}: ${answer.bytes.toString()}`);
    return schema.parse(answer.json);
  }

  async send(request: {
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    url: string;
    body?: unknown;
    headers?: Record<string, string>;
  }): Promise<Answer> {
    const { host } = new URL(this.origin);
    const json =
      request.body === undefined
        ? undefined
        : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(request.body) };
    const response = await this.app.inject({
      method: request.method,
      url: request.url,
      ...json,
      headers: { host, origin: this.origin, cookie: this.#cookie, ...json?.headers, ...request.headers },
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      json: isJson ? JSON.parse(response.body) : undefined,
    };
  }

  /** Pairs a device as its daemon and its owner would, and connects it. */
  async pairDevice(options: Omit<ScriptedDaemonOptions, 'deviceId'> = {}): Promise<TestDevice> {
    const credential = randomBytes(32).toString('hex');
    const digest = createHash('sha256').update(credential).digest('hex').slice(0, 24);
    const daemon = new ScriptedDaemon({ ...options, deviceId: `daemon-${digest}` });
    const claim = { device_id: `daemon-${digest}`, name: 'Ada’s laptop' };
    const headers = { authorization: `Bearer ${credential}` };
    await this.send({ method: 'POST', url: '/api/envd/pair', body: claim, headers });
    await this.request('POST', `/api/pairings/pair-${digest}/approve`);
    const address = { origin: this.origin, deviceId: `device-${digest}`, credential, hub: this.context.hub };
    const device = new TestDevice(address, daemon);
    await device.connect();
    return device;
  }

  /** Another server on the same data: after this one stopped or, since nothing is locked here, "crashed". */
  startNext(): Promise<TestServer> {
    return startIn(this.#home);
  }

  /** Ends the server; its data stays. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    await this.app.close();
    await this.context.database.destroy();
  }

  /** Ends every server on these data and removes them. */
  async close(): Promise<void> {
    const { servers, directory } = this.#home;
    for (const server of servers.toReversed()) await server.stop();
    await directory.remove();
  }
}

export async function makeDataDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'harness-ui-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function startTestServer(): Promise<TestServer> {
  return startIn({ directory: await makeDataDirectory(), clock: new FakeClock(), servers: [] });
}

async function startIn(home: Home): Promise<TestServer> {
  const dataDir = home.directory.path;
  const clientDir = join(dataDir, 'client');
  await mkdir(clientDir, { recursive: true });
  const core = {
    config: {
      host: '127.0.0.1',
      port: 0,
      dataDir,
      publicOrigin: null,
      logLevel: 'silent',
      trustProxy: false,
      version: '0.0.0',
    },
    database: await openDatabase(join(dataDir, 'test.sqlite')),
    clock: home.clock,
    random: systemRandomness,
    log: pino({ level: 'silent' }),
  } as const;
  const { app, context, auth } = await createApp({ core, clientDir });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const server = new TestServer({ app, context, origin, home });
  home.servers.push(server);
  await server.signIn(await createOneTimeLink({ ...core, auth }, 'sign_in', origin));
  return server;
}
