import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { createApp, type AppOptions } from '../app.ts';
import type { AuthRepository } from '../auth/auth-repository.ts';
import { hashToken } from '../auth/token.ts';
import { createServerLog } from '../config/server-log.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { openDatabase } from '../database/connection.ts';
import type { HttpApp } from '../http/http-app.ts';
import { systemRandomness } from '../randomness.ts';

export type TestServer = {
  readonly app: HttpApp;
  readonly context: AppContext;
  readonly auth: AuthRepository;
  /** Of the listening server. */
  readonly origin: string;
  /** `Cookie` header of the signed-in owner. */
  readonly cookie: string;
  /** Lines of JSON. */
  readonly log: readonly string[];
  /** Moves the server's clock. */
  advance(milliseconds: number): void;
  /** A request of the owner's browser; `headers` win over what it sends by itself. */
  request(options: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

type TestOptions = { config?: Partial<ServerConfig> } & Omit<Partial<AppOptions>, 'core'>;

const sessionToken = 's'.repeat(43);

/** The whole server in memory, listening on a free loopback port, with an owner who is signed in. */
export async function startTestServer({
  config: changes,
  ...options
}: TestOptions = {}): Promise<TestServer> {
  const log: string[] = [];
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const clock = { now: () => new Date(now) };
  const config: ServerConfig = { ...defaultConfig, ...changes };
  const database = await openDatabase(':memory:');
  const serverLog = createServerLog(config.logLevel, { write: (line) => void log.push(line) });
  const core = { config, database, clock, random: systemRandomness, log: serverLog };
  const { app, context, auth } = await createApp({
    clientDir: join(import.meta.dirname, 'no-client'),
    ...options,
    core,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = app.addresses();
  if (typeof address !== 'object') throw new Error('The server does not listen on a port.');
  const origin = `http://127.0.0.1:${address.port}`;
  const expiresAt = new Date(now + 30 * 24 * 60 * 60_000);
  await auth.createSession({
    tokenHash: hashToken(sessionToken),
    sessionId: 'session-owner',
    address: '127.0.0.1',
    userAgent: 'test',
    expiresAt,
    now: new Date(now),
  });
  const cookie = `harness_session=${sessionToken}`;
  return {
    app,
    context,
    auth,
    origin,
    cookie,
    log,
    advance: (milliseconds) => void (now += milliseconds),
    request: ({ headers, ...request }) =>
      app.inject({ ...request, headers: { host: new URL(origin).host, origin, cookie, ...headers } }),
    async close() {
      await app.close();
      await database.destroy();
    },
  };
}

const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 0,
  dataDir: join(import.meta.dirname, 'no-data'),
  publicOrigin: null,
  logLevel: 'info',
  trustProxy: false,
  version: '0.0.0-test',
};

/** Polls until `condition` gives something; fails after five seconds. */
export async function eventually<Value>(
  condition: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = AbortSignal.timeout(5000);
  for (;;) {
    const value = await condition();
    if (value !== undefined) return value;
    await delay(10, undefined, { signal: deadline });
  }
}
