import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ScriptError } from '../script-error.mjs';
import { createLineLog } from './line-log.mjs';
import { startGroup } from './process-group.mjs';

const shownLines = 12;
const drainMs = 500;

/** @typedef {Awaited<ReturnType<typeof startChild>>} Child */

/**
 * Starts a program whose output is read line by line and that ends with the scope.
 *
 * @param {{
 *   name: string, command: string, args: string[], environment?: NodeJS.ProcessEnv, directory?: string,
 *   extraOutput?: boolean, scope: import('./scope.mjs').Scope,
 * }} options `extraOutput` opens file descriptor 3 for writing; its lines are `child.extra`
 */
export async function startChild(options) {
  const { child, exited, stop } = await startGroup({
    ...options,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.extraOutput ? /** @type {const} */ (['pipe']) : [])],
  });
  const output = readLines(child.stdout);
  const errors = readLines(child.stderr);
  const extra = readLines(child.stdio[3]);
  options.scope.defer(stop);

  /** @param {string} awaited */
  const failure = async (awaited) => {
    const { code, signal } = await exited;
    // A program of its own may hold the pipes open, so their end is awaited only for a moment.
    await Promise.race([Promise.all([output.ended, errors.ended]), delay(drainMs)]);
    const said = [...output.tail(shownLines), ...errors.tail(shownLines)].map((line) => `    ${line}`);
    return new ScriptError(
      [`${options.name} ended (${signal ?? `exit code ${code}`}) before ${awaited}.`, ...said].join('\n'),
      'Read its last lines above.',
    );
  };
  return { name: options.name, pid: child.pid, output, errors, extra, exited, stop, failure };
}

/**
 * Waits for a line of a child and says plainly when it ended or took too long instead.
 *
 * @template T
 * @param {Child} child
 * @param {{ from: 'output' | 'errors' | 'extra', match: (line: string) => T | undefined, awaited: string,
 *   timeoutMs: number, signal: AbortSignal }} wait
 * @returns {Promise<T>}
 */
export async function awaitLine(child, wait) {
  const timeout = AbortSignal.timeout(wait.timeoutMs);
  try {
    return await child[wait.from].waitFor(wait.match, { signal: AbortSignal.any([wait.signal, timeout]) });
  } catch {
    wait.signal.throwIfAborted();
    if (!timeout.aborted) throw await child.failure(wait.awaited);
    const said = child.errors.tail(shownLines).map((line) => `    ${line}`);
    throw new ScriptError(
      [`${child.name} did not get to ${wait.awaited} within ${wait.timeoutMs / 1000} s.`, ...said].join('\n'),
      'Try again; if it happens again, the machine may be too busy.',
    );
  }
}

/**
 * Runs a program to its end with its output on our stderr, its standard output on ours where asked. Aborting ends it,
 * unless it must not be broken off.
 *
 * @param {{ command: string, args: string[], environment?: NodeJS.ProcessEnv, directory?: string,
 *   signal: AbortSignal, finishOnAbort?: boolean, output?: 'inherit' }} options
 * @returns {Promise<number>} exit code; 128 when a signal ended it
 */
export async function runChild(options) {
  options.signal.throwIfAborted();
  const { exited, stop } = await startGroup({
    ...options,
    name: options.command,
    stdio: ['ignore', options.output ?? process.stderr, process.stderr],
    outlivesParent: options.finishOnAbort,
  });
  /** @type {Promise<void> | undefined} */
  let stopping;
  const onAbort = () => {
    if (options.finishOnAbort !== true) stopping = stop();
  };
  options.signal.addEventListener('abort', onAbort);
  if (options.signal.aborted) onAbort();
  const { code } = await exited;
  options.signal.removeEventListener('abort', onAbort);
  await stopping;
  options.signal.throwIfAborted();
  return code ?? 128;
}

/** @param {unknown} stream */
function readLines(stream) {
  const log = createLineLog();
  if (!(stream instanceof Readable)) {
    log.end();
    return log;
  }
  const lines = createInterface({ input: stream });
  lines.on('line', (line) => log.push(line));
  lines.once('close', () => log.end());
  stream.on('error', () => log.end());
  return log;
}
