import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeferred } from '../../deferred.ts';
import { dummyScreenConfig } from './dummy-screen-config.ts';

export type XServerOptions = {
  /** `Xorg` runs the dummy driver with 16 outputs that can be switched; it needs root. */
  readonly server?: 'Xvfb' | 'Xorg';
  /** Size and depth of Xvfb's screen. */
  readonly screen?: string;
  /** A display number that was in use before, to come back under it; any free one unless given. */
  readonly displayNumber?: number;
  readonly cookie?: Buffer;
  /** Listens on TCP too. */
  readonly tcp?: boolean;
  /** An extension that Xvfb shall do without. */
  readonly withoutExtension?: string;
  /** Resets when its last client leaves, as a server does by default. */
  readonly resets?: boolean;
};

/** A server of our own with its own cookie. Whoever started it stops it. */
export type XServer = {
  readonly displayNumber: number;
  readonly cookie: Buffer;
  readonly pid: number;
  /** DISPLAY, XAUTHORITY and PATH: what a program needs to use it, and nothing of the caller's own session. */
  readonly environment: Readonly<Record<string, string>>;
  /** As in a crash. */
  kill(): Promise<void>;
  /** Stops the server with SIGSTOP, so that it answers nothing, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
};

const packages = {
  Xvfb: 'xvfb',
  Xorg: 'xserver-xorg-core xserver-xorg-video-dummy',
} as const;

const startTimeoutMs = 20_000;
const stopTimeoutMs = 5_000;
const displayPipe = 3;
const familyLocal = 256;
const familyWild = 65535;

const field = (value: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, value]);
};

export type CookieEntry = {
  readonly family: number;
  readonly address: string;
  readonly display: string;
  readonly cookie: Buffer;
};

/** One entry of an Xauthority file. */
export const encodeCookieEntry = ({ family, address, display, cookie }: CookieEntry): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(family);
  const texts = [address, display, 'MIT-MAGIC-COOKIE-1'].map((text) => field(Buffer.from(text, 'latin1')));
  return Buffer.concat([head, ...texts, field(cookie)]);
};

const serverArguments = async (options: XServerOptions, directory: string): Promise<string[]> => {
  const { server = 'Xvfb', screen = '1280x800x24', displayNumber, withoutExtension } = options;
  const common = [
    ...(displayNumber === undefined ? [] : [`:${displayNumber}`]),
    ...['-displayfd', String(displayPipe), '-auth', join(directory, 'server-auth')],
    ...(options.resets ? [] : ['-noreset']),
    ...[options.tcp ? '-listen' : '-nolisten', 'tcp'],
  ];
  const without = withoutExtension === undefined ? [] : ['-extension', withoutExtension];
  if (server === 'Xvfb') return [...common, ...without, '-screen', '0', screen];
  const config = join(directory, 'xorg.conf');
  await writeFile(config, dummyScreenConfig);
  const log = join(directory, 'xorg.log');
  return [...common, '-config', config, '-logfile', log, '-novtswitch', '-sharevts', 'vt99'];
};

const readDisplayNumber = (child: ChildProcess, server: 'Xvfb' | 'Xorg'): Promise<number> => {
  const number = createDeferred<number>();
  let diagnostics = '';
  let text = '';
  const fail = (why: string) =>
    number.reject(
      new Error(`${server} did not start: ${why}. Install it with "apt-get install ${packages[server]}".`),
    );
  const timer = setTimeout(
    () => fail(`no display within ${startTimeoutMs} ms; ${diagnostics}`),
    startTimeoutMs,
  );
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => fail(`exit ${code ?? 'by signal'}; ${diagnostics}`));
  child.stderr?.on('data', (chunk: Buffer) => {
    diagnostics = (diagnostics + chunk.toString()).slice(-2000);
  });
  child.stdio[displayPipe]?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.endsWith('\n')) number.resolve(Number(text.trim()));
  });
  return number.promise.finally(() => clearTimeout(timer));
};

const createStop = (child: ChildProcess, directory: string) => {
  const exited = createDeferred<undefined>();
  child.once('exit', () => exited.resolve(undefined));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.kill('SIGCONT');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited.promise;
    clearTimeout(timer);
  };
  return {
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    },
  };
};

export const startXServer = async (options: XServerOptions = {}): Promise<XServer> => {
  const { server = 'Xvfb', cookie = randomBytes(16) } = options;
  const directory = await mkdtemp(join(tmpdir(), 'harness-x-server-'));
  const anyDisplay = { family: familyWild, address: '', display: '', cookie };
  await writeFile(join(directory, 'server-auth'), encodeCookieEntry(anyDisplay), { mode: 0o600 });
  const child = spawn(server, await serverArguments(options, directory), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const { kill, stop } = createStop(child, directory);
  try {
    const displayNumber = await readDisplayNumber(child, server);
    const authority = join(directory, 'client-auth');
    const entry = { family: familyLocal, address: hostname(), display: String(displayNumber), cookie };
    await writeFile(authority, encodeCookieEntry(entry), { mode: 0o600 });
    const environment = {
      DISPLAY: `:${displayNumber}`,
      XAUTHORITY: authority,
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: directory,
    };
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => void child.kill(name);
    return { displayNumber, cookie, pid: child.pid ?? 0, environment, kill, signal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
