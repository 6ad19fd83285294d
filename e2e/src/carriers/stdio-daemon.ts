import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import {
  createStdioDecoder,
  encodeStdioMessage,
  type Transport,
  type TransportMessage,
} from '@harness-desktop/eip-protocol';
import { temporaryDirectory } from '../harness/daemon.ts';
import type { Environment } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';

export type StdioDaemonOptions = {
  readonly args?: readonly string[];
  readonly environment: Environment;
  readonly teardown: Teardown;
};

/** The built daemon with us as its parent; it ends with its standard input, and so with us. */
export type StdioDaemon = {
  readonly input: Writable;
  readonly output: Readable;
  errors(): string;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
};

export async function startStdioDaemon(options: StdioDaemonOptions): Promise<StdioDaemon> {
  const {
    args = ['serve', '--transport', 'stdio', '--computer-use', 'true'],
    environment,
    teardown,
  } = options;
  const stateDirectory = await temporaryDirectory(teardown);
  const child = spawn(process.execPath, [repositoryPath('apps/envd/dist/main.js'), ...args], {
    env: { A13N_ENVD_STATE_DIR: stateDirectory, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  // It may be gone before everything was written; its exit tells.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<Awaited<StdioDaemon['exited']>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  teardown.defer(async () => {
    child.kill('SIGKILL');
    child.stdout.destroy();
    await exited;
  });
  return {
    input: child.stdin,
    output: child.stdout,
    errors: () => errors,
    exited,
    kill: (signal) => void child.kill(signal),
  };
}

/** Frames through the pipes and nothing else: it goes on listening after we have ended our side. */
export function createPipeTransport({ input, output }: StdioDaemon): Transport {
  const decoder = createStdioDecoder();
  const listeners = new Set<(message: TransportMessage) => void>();
  output.on('data', (chunk: Buffer) => {
    for (const message of decoder.push(chunk)) for (const listener of [...listeners]) listener(message);
  });
  const send = (message: TransportMessage): void => void input.write(encodeStdioMessage(message));
  return {
    sendText: (text) => send({ kind: 'text', text }),
    sendBytes: (bytes) => send({ kind: 'bytes', bytes }),
    close: () => input.end(),
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onClose: (listener) => {
      output.on('end', () => listener({ code: 1000, reason: '' }));
      return () => undefined;
    },
    get bufferedBytes() {
      return input.writableLength;
    },
  };
}
