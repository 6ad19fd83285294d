import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type Environment, type Program } from './program.ts';
import { repositoryPath } from './repository-path.ts';
import type { Teardown } from './teardown.ts';

export type DaemonOptions = {
  /** Everything after `a13n-envd`, but for the state directory. */
  readonly args: readonly string[];
  readonly environment: Environment;
  /** A fresh one when absent. */
  readonly stateDirectory?: string;
  readonly teardown: Teardown;
};

/** The built daemon as a process of its own. */
export async function startDaemon({ args, environment, ...rest }: DaemonOptions): Promise<Program> {
  const { teardown } = rest;
  const stateDirectory = rest.stateDirectory ?? (await temporaryDirectory(teardown));
  return startProgram({
    command: process.execPath,
    args: [repositoryPath('apps/envd/dist/main.js'), ...args],
    environment: { ...environment, A13N_ENVD_STATE_DIR: stateDirectory },
    teardown,
  });
}

export async function temporaryDirectory(teardown: Teardown): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'harness-e2e-'));
  teardown.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
