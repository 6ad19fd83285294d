import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ScriptError } from '../script-error.mjs';
import { createLineLog } from './line-log.mjs';

const onWindows = process.platform === 'win32';
const setpriv = '/usr/bin/setpriv';
const stopGraceMs = 5_000;
const shownLines = 12;

/**
 * Starts a program whose output is read line by line. It leads a process group of its own, so that Ctrl+C at the
 * terminal reaches only this script, which then ends its children in order; on Linux the kernel ends the program
 * when this script is killed outright.
 *
 * @param {{
 *   name: string, command: string, args: string[], environment?: NodeJS.ProcessEnv, directory?: string,
 *   extraOutput?: boolean, scope: import('./scope.mjs').Scope, onErrorLine?: (line: string) => void,
 * }} options `extraOutput` opens file descriptor 3 for writing; its lines are `child.extra`
 */
export async function startChild(options) {
  const [command, args] = withParentDeath(options.command, options.args);
  const child = spawn(command, args, {
    cwd: options.directory,
    env: options.environment ?? process.env,
    detached: !onWindows,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.extraOutput ? ['pipe'] : [])],
    windowsHide: true,
  });
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const output = readLines(child.stdout);
  const errors = readLines(child.stderr, options.onErrorLine);
  const extra = readLines(child.stdio[3] ?? null);
  await spawned(child, options.name, options.command);

  const stop = () => stopGroup(child, exited);
  options.scope.defer(stop);
  /** @param {string} awaited */
  const failure = async (awaited) => {
    const { code, signal } = await exited;
    const said = [...output.tail(shownLines), ...errors.tail(shownLines)].map((line) => `    ${line}`);
    return new ScriptError(
      [`${options.name} ended (${signal ?? `exit code ${code}`}) before ${awaited}.`, ...said].join('\n'),
      'Read its last lines above.',
    );
  };
  return { pid: child.pid, output, errors, extra, exited, stop, failure, name: options.name };
}

/**
 * Waits for a line of a child and says plainly when it ended or took too long instead.
 *
 * @template T
 * @param {Awaited<ReturnType<typeof startChild>>} child
 * @param {{ from: 'output' | 'errors' | 'extra', match: (line: string) => T | undefined, awaited: string,
 *   timeoutMs: number, signal: AbortSignal }} wait
 * @returns {Promise<T>}
 */
export async function awaitLine(child, wait) {
  const timeout = AbortSignal.timeout(wait.timeoutMs);
  const done = new AbortController();
  const signal = AbortSignal.any([wait.signal, timeout, done.signal]);
  const ended = child.exited.then(async () => {
    throw await child.failure(wait.awaited);
  });
  try {
    return await Promise.race([child[wait.from].waitFor(wait.match, { signal }), ended]);
  } catch (error) {
    if (wait.signal.aborted) throw wait.signal.reason;
    if (timeout.aborted) {
      const said = child.errors.tail(shownLines).map((line) => `    ${line}`);
      throw new ScriptError(
        [`${child.name} did not get to ${wait.awaited} within ${wait.timeoutMs / 1000} s.`, ...said].join(
          '\n',
        ),
        'Try again; if it happens again, the machine may be too busy.',
      );
    }
    if (error instanceof ScriptError) throw error;
    throw await child.failure(wait.awaited);
  } finally {
    ended.catch(() => undefined);
    done.abort();
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
  const [command, args] = options.finishOnAbort
    ? [options.command, options.args]
    : withParentDeath(options.command, options.args);
  const child = spawn(command, args, {
    cwd: options.directory,
    env: options.environment ?? process.env,
    detached: !onWindows,
    stdio: ['ignore', options.output ?? process.stderr, process.stderr],
    windowsHide: true,
  });
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await spawned(child, options.command, options.command);
  const onAbort = () => void (options.finishOnAbort ? undefined : stopGroup(child, exited));
  options.signal.addEventListener('abort', onAbort);
  if (options.signal.aborted) onAbort();
  const { code } = await exited;
  options.signal.removeEventListener('abort', onAbort);
  if (options.signal.aborted && !onWindows && !options.finishOnAbort) await stopGroup(child, exited);
  options.signal.throwIfAborted();
  return code ?? 128;
}

/** @param {string} command @param {string[]} args @returns {[string, string[]]} */
function withParentDeath(command, args) {
  if (process.platform !== 'linux' || !existsSync(setpriv)) return [command, args];
  return [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]];
}

/** @param {import('node:child_process').ChildProcess} child @param {string} name @param {string} command */
function spawned(child, name, command) {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) =>
      reject(
        new ScriptError(
          `${name} could not be started: ${error.message}`,
          `Check that ${command} is installed.`,
        ),
      ),
    );
  });
}

/** @param {import('node:stream').Stream | null} stream @param {(line: string) => void} [onLine] */
function readLines(stream, onLine) {
  const log = createLineLog();
  if (stream === null) {
    log.end();
    return log;
  }
  const lines = createInterface({ input: /** @type {NodeJS.ReadableStream} */ (stream) });
  lines.on('line', (line) => {
    log.push(line);
    onLine?.(line);
  });
  lines.once('close', () => log.end());
  stream.on('error', () => log.end());
  return log;
}

/**
 * Ends a program and whatever it started: asks first, insists after the grace period.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} exited
 */
async function stopGroup(child, exited) {
  if (child.pid === undefined) return;
  if (onWindows) {
    if (child.exitCode === null && child.signalCode === null) endWindowsTree(child.pid);
    await exited;
    return;
  }
  signalGroup(child.pid, 'SIGTERM');
  const insist = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), stopGraceMs);
  await exited;
  clearTimeout(insist);
  signalGroup(child.pid, 'SIGKILL');
}

/** @param {number | undefined} groupId @param {NodeJS.Signals} signalName */
function signalGroup(groupId, signalName) {
  if (groupId === undefined) return;
  try {
    process.kill(-groupId, signalName);
  } catch {
    // The whole group has ended.
  }
}

/** @param {number} pid */
function endWindowsTree(pid) {
  spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
}
