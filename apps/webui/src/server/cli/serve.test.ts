import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createServerLog } from '../config/server-log.ts';
import { systemRandomness } from '../randomness.ts';
import { eventually } from '../testing/start-test-server.ts';
import { serve } from './serve.ts';
import { createSignInLink } from './sign-in-link.ts';

const sources = { clock: systemClock, random: systemRandomness };
const password = 'correct horse battery';

describe('a server process', () => {
  let folder: string;
  let running: { stop: AbortController; ended: Promise<void>; lines: string[] }[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harness-ui-serve-'));
    running = [];
  });
  afterEach(async () => {
    for (const { stop } of running) stop.abort();
    await Promise.allSettled(running.map(({ ended }) => ended));
    await rm(folder, { recursive: true });
  });

  const start = (changes: { port?: number; dataDir?: string } = {}) => {
    const stop = new AbortController();
    const lines: string[] = [];
    const log = createServerLog('silent', { write: () => undefined });
    const config = {
      host: '127.0.0.1',
      port: 0,
      dataDir: join(folder, 'data'),
      publicOrigin: null,
      logLevel: 'silent' as const,
      trustProxy: false,
      version: '1.0.0',
      ...changes,
    };
    const core = { ...sources, config, log };
    const print = (line: string) => void lines.push(line);
    const ended = serve({ core, clientDir: join(folder, 'client'), print, stop: stop.signal });
    const server = { stop, ended, lines };
    running.push(server);
    return server;
  };
  const ready = async ({ lines }: { lines: string[] }) => {
    const line = await eventually(() =>
      lines.find((text) => text.startsWith('Harness Desktop is ready at ')),
    );
    return line.slice('Harness Desktop is ready at '.length);
  };
  const post = (origin: string, path: string, body: unknown) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('prints where it is and a set-up link until the owner is set up', async () => {
    const first = start();
    const origin = await ready(first);
    const setUpLine = await eventually(() => first.lines[1]);
    const token = /^Set up the owner: (http:\/\/127\.0\.0\.1:\d+)\/setup#token=([\w-]{43})$/.exec(setUpLine);
    expect(token?.[1]).toBe(origin);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await post(origin, '/api/setup', { token: token?.[2], password })).status).toBe(200);
    first.stop.abort();
    await first.ended;

    const second = start();
    await ready(second);
    expect(await createSignInLink(join(folder, 'data'), sources)).toContain('/sign-in#token=');
    expect(second.lines.length).toBe(1);
  });

  it('makes sign-in links that work on the running server', async () => {
    const server = start();
    const origin = await ready(server);
    const dataDir = join(folder, 'data');
    await expect(createSignInLink(dataDir, sources)).rejects.toThrow('not set up yet');
    const setUpLine = await eventually(() => server.lines[1]);
    await post(origin, '/api/setup', { token: setUpLine.split('#token=')[1], password });
    const [page, token] = (await createSignInLink(dataDir, sources)).split('#token=');
    expect(page).toBe(`${origin}/sign-in`);
    const signedIn = await post(origin, '/api/session/link', { token });
    expect(await signedIn.json()).toMatchObject({ authenticated: true, origin });
    server.stop.abort();
    await server.ended;
    await expect(createSignInLink(dataDir, sources)).rejects.toThrow('No harness-ui runs');
  });

  it('ends soon although a browser keeps an unused connection open', async () => {
    const server = start();
    const { port } = new URL(await ready(server));
    const unused = connect(Number(port), '127.0.0.1');
    await once(unused, 'connect');
    const closed = once(unused.resume(), 'close');
    server.stop.abort();
    await server.ended;
    await closed;
  });

  it('keeps its folder to its owner', async () => {
    const server = start();
    await ready(server);
    const modeOf = async (name: string) => (await stat(join(folder, 'data', name))).mode & 0o777;
    expect(await modeOf('.')).toBe(0o700);
    expect(await modeOf('harness-ui.db')).toBe(0o600);
    expect(await modeOf('server.json')).toBe(0o600);
    expect(await readFile(join(folder, 'data/server.json'), 'utf8')).not.toContain('token');
  });

  it('refuses a folder that another server uses, and takes it when that one ended', async () => {
    const first = start();
    await ready(first);
    await expect(start().ended).rejects.toThrow('Another harness-ui uses');
    first.stop.abort();
    await first.ended;
    await ready(start());
  });

  it('says what to do when its port is taken, and frees its folder', async () => {
    const port = Number(new URL(await ready(start())).port);
    const dataDir = join(folder, 'other');
    await expect(start({ port, dataDir }).ended).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
    await ready(start({ dataDir }));
  });
});
