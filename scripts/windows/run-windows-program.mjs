import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { followFile } from './follow-file.mjs';
import { wineLoader } from './wine.mjs';

/** Wine makes Ctrl+C of it. */
const controlC = 'SIGINT';

/**
 * Runs Windows node.exe to its end with its output on ours. SIGINT and SIGTERM reach it as Ctrl+C. When this process
 * is killed, the kernel kills it.
 *
 * @param {{ node: string, args: string[], directory: string, output: string, environment: NodeJS.ProcessEnv }} options
 *   `output` is a directory for files
 * @returns {Promise<number>} exit code
 */
export async function runWindowsProgram({ node, args, directory, output, environment }) {
  const paths = [join(output, 'stdout'), join(output, 'stderr')];
  const files = paths.map((path) => openSync(path, 'w'));
  const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', '--', wineLoader, node, ...args], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', ...files],
    // Ctrl+C at the terminal comes from us alone, once.
    detached: true,
  });
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const streams = [process.stdout, process.stderr];
  const followed = paths.map((path, index) => followFile(path, streams[index] ?? process.stderr));
  const interrupt = () => void child.kill(controlC);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const name of signals) process.on(name, interrupt);
  try {
    const { code, signal } = await exited;
    return code ?? (signal === controlC ? 130 : 128);
  } finally {
    for (const name of signals) process.off(name, interrupt);
    for (const file of followed) file.finish();
    for (const file of files) closeSync(file);
  }
}
