import { randomUUID } from 'node:crypto';
import type { DisposableDesktop } from '../harness/disposable-desktop.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';

/** A Windows of its own, under Wine, whose programs show themselves on a disposable desktop. */
export type WindowsDesktop = {
  readonly desktop: DisposableDesktop;
  /** Its registry, drive and accounts, by the name that `scripts/windows/run.mjs` knows. */
  readonly prefix: string;
};

/** Fresh: nothing is paired and nobody's settings count. It goes with the last program that runs in it. */
export const createWindowsDesktop = (desktop: DisposableDesktop): WindowsDesktop => ({
  desktop,
  prefix: `e2e-${randomUUID().slice(0, 8)}`,
});

/** The daemon as `scripts/windows/prepare.mjs` installs it for Windows, with what our tests run beside it. */
export const windowsPath = (path: string): string => repositoryPath(`.data/windows/app/${path}`);
export const envdScript = windowsPath('apps/envd/dist/main.js');

export type WindowsProgramOptions = {
  readonly windows: WindowsDesktop;
  readonly script: string;
  readonly args: readonly string[];
  readonly teardown: Teardown;
};

/** Runs a script in a real Node for Windows. `SIGINT` reaches it as Ctrl+C; killed with `SIGKILL`, it is gone at once. */
export function startWindowsProgram(options: WindowsProgramOptions): Promise<Program> {
  const { windows, script, args, teardown } = options;
  const run = [repositoryPath('scripts/windows/run.mjs'), '--temporary-prefix', windows.prefix];
  return startProgram({
    command: process.execPath,
    args: [...run, '--', script, ...args],
    environment: windows.desktop.environment,
    teardown,
  });
}
