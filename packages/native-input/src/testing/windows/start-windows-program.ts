import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../../deferred.ts';
import { createRemoteCalls } from './remote-calls.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** A program of ours that runs in Node for Windows and does what the test calls for. Whoever started it stops it. */
export type WindowsProgram = Pick<RemoteCalls, 'call' | 'on'> & {
  /** As in a crash: it gets no chance to do anything. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export type WindowsProgramOptions = {
  /** The file in `programs`. */
  readonly name: string;
  readonly programArguments?: readonly string[];
  /** Name of the Wine prefix, which is deleted with the last program that uses it. */
  readonly prefix: string;
  readonly environment: Readonly<Record<string, string>>;
};

const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const keptCharacters = 4000;
const programs = 'packages/native-input/src/testing/windows/programs';

export const windowsScript = (name: string): string =>
  fileURLToPath(new URL(`../../../../../scripts/windows/${name}`, import.meta.url));

const listen = async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return { server, port: address.port };
};

const collectOutput = (child: ChildProcess): (() => string) => {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptCharacters);
    });
  }
  return () => output;
};

const startProcess = (options: WindowsProgramOptions, port: number): ChildProcess => {
  const { name, programArguments = [], prefix, environment } = options;
  const script = [`${programs}/${name}`, String(port), ...programArguments];
  const run = [windowsScript('run.mjs'), '--temporary-prefix', prefix, '--', ...script];
  // A script of the working directory would be taken first.
  return spawn(process.execPath, run, {
    cwd: tmpdir(),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Starts a program and waits until it has connected back. */
export const startWindowsProgram = async (options: WindowsProgramOptions): Promise<WindowsProgram> => {
  const { server, port } = await listen();
  const child = startProcess(options, port);
  const output = collectOutput(child);
  const closed = createDeferred<undefined>();
  const connected = createDeferred<Socket>();
  const endError = () => new Error(`The Windows program ${options.name} ended. ${output()}`);
  child.once('close', () => {
    closed.resolve(undefined);
    connected.reject(endError());
  });
  const timer = setTimeout(() => {
    connected.reject(new Error(`The Windows program ${options.name} did not connect. ${output()}`));
    child.kill('SIGKILL');
  }, startTimeoutMs);
  server.once('connection', (socket) => connected.resolve(socket));
  const socket = await connected.promise.finally(() => {
    clearTimeout(timer);
    server.close();
  });
  const calls = createRemoteCalls(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => calls.fail(endError()));
  return {
    call: calls.call,
    on: calls.on,
    kill: async () => {
      child.kill('SIGKILL');
      await closed.promise;
    },
    stop: async () => {
      socket.destroy();
      const insist = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await closed.promise;
      clearTimeout(insist);
    },
  };
};
