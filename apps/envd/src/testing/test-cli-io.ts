import { PassThrough } from 'node:stream';
import type { Permissions } from '@harness-desktop/native-input';
import { createFakeDesktop } from '@harness-desktop/native-input/testing';
import type { FakeDesktop } from '@harness-desktop/native-input/testing';
import type { CliIo } from '../cli/cli-io.ts';
import { createSystemClock } from '../clock/clock.ts';
import { createPrivateFiles } from '../pairing/private-files.ts';
import { createHolders } from '../pairing/runtime-lock-holder.ts';
import { testImage } from './test-device.ts';

export type TestCliIo = CliIo & {
  readonly out: () => string;
  readonly err: () => string;
  readonly desktops: FakeDesktop[];
  /** What the parent of the process writes to it and reads of it. */
  readonly pipes: { readonly input: PassThrough; readonly output: PassThrough };
  requestStop(): void;
};

/** As on a system that grants nothing one by one. */
export const noPermissions: Permissions = {
  read: () => Promise.resolve([]),
  request: () => undefined,
  responsible: () => null,
  checks: () => Promise.resolve([]),
  require: () => undefined,
};

/** A process that is none: nothing of this machine but its clock and files. */
export const createTestCliIo = (overrides: Partial<CliIo> = {}): TestCliIo => {
  const stop = new AbortController();
  const clock = createSystemClock();
  const desktops: FakeDesktop[] = [];
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  let out = '';
  let err = '';
  let nextId = 0;
  return {
    version: '0.1.0',
    environment: {},
    homeDirectory: '/nowhere/home',
    currentDirectory: '/',
    hostName: 'lovelace',
    processId: process.pid,
    identity: { uid: 1000, gid: 1000 },
    pathSeparator: '/',
    isTerminal: false,
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdio: () => ({ ...pipes, isTerminal: false }),
    stop: stop.signal,
    clock,
    windows: null,
    system: {
      platform: 'test',
      executable: '/usr/bin/node',
      script: '/usr/lib/a13n-envd.js',
      run: () => Promise.reject(new Error('No program is run in this test.')),
    },
    files: createPrivateFiles({ windows: null, clock }),
    holders: createHolders(null),
    createId: () => String((nextId += 1)),
    random: () => 0,
    randomHex: (count) =>
      crypto
        .randomUUID()
        .replaceAll('-', '')
        .repeat(4)
        .slice(0, count * 2),
    encodeImage: () => Promise.resolve(testImage()),
    loadPermissions: () => Promise.resolve(noPermissions),
    openDesktop: () => {
      const desktop = createFakeDesktop();
      desktops.push(desktop);
      return Promise.resolve(desktop);
    },
    checkReadiness: () => Promise.resolve([{ name: 'fake', ok: true, detail: 'a recording fake' }]),
    releaseLeftovers: () => Promise.resolve([]),
    openTestWindow: () => Promise.reject(new Error('This desktop shows no window.')),
    ask: () => Promise.resolve(null),
    out: () => out,
    err: () => err,
    desktops,
    pipes,
    requestStop: () => stop.abort(),
    ...overrides,
  };
};
