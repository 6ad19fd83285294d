import { join } from 'node:path';
import * as z from 'zod';
import { temporaryDirectory } from '../harness/daemon.ts';
import { startProgram, type Environment, type Program } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';
import { ApiClient } from './api-client.ts';
import { sessionSchema } from './api-schemas.ts';

export type WebUiOptions = {
  /** A fresh one when absent; that of an earlier process goes on with what was stored. */
  readonly dataDirectory?: string;
  /** Any free one when absent. */
  readonly port?: string;
  readonly teardown: Teardown;
};

/** The built web UI as a process of its own. */
export type WebUi = {
  readonly origin: string;
  readonly dataDirectory: string;
  readonly program: Program;
  /** The owner's one-time link, which only a server without an owner prints. */
  setupLink(): Promise<string>;
  /** Ends it as a supervisor does and rejects unless it exits cleanly. */
  stop(): Promise<void>;
};

export const ownerPassword = 'correct horse battery staple 7';

export async function startWebUi({ port = '0', teardown, ...options }: WebUiOptions): Promise<WebUi> {
  const dataDirectory = options.dataDirectory ?? join(await temporaryDirectory(teardown), 'data');
  const program = await startProgram({
    command: process.execPath,
    args: [
      repositoryPath('apps/webui/dist/server/main.js'),
      ...['--host', '127.0.0.1', '--port', port, '--data-dir', dataDirectory, '--log-level', 'trace'],
    ],
    environment: withoutSettings(),
    teardown,
  });
  const origin = await program.line('output', (line) => /ready at (http:\/\/\S+)/.exec(line)?.[1]);
  return {
    origin,
    dataDirectory,
    program,
    setupLink: () => program.line('output', (line) => /Set up the owner: (\S+)/.exec(line)?.[1]),
    stop: async () => {
      program.kill('SIGTERM');
      const { code, signal } = await program.exited;
      if (code !== 0) throw new Error(`harness-ui ended with ${signal ?? String(code)}:\n${tail(program)}`);
    },
  };
}

/** Sets the owner's password over HTTP, for journeys that are not about it, and gives the signed-in client. */
export async function setUpOwner(webUi: WebUi): Promise<ApiClient> {
  const token = tokenOf(await webUi.setupLink());
  const api = new ApiClient(webUi.origin);
  await api.post('/api/setup', { body: { token, password: ownerPassword }, answer: sessionSchema });
  return api;
}

export function tokenOf(link: string): string {
  return z.string().parse(/#token=([\w-]+)/.exec(link)?.[1]);
}

function withoutSettings(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HARNESS_UI_')));
}

const tail = (program: Program): string => program.errors.slice(-20).join('\n');
