import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ScriptError } from '../script-error.mjs';

const onWindows = process.platform === 'win32';
const setpriv = '/usr/bin/setpriv';
const stopGraceMs = 5_000;

/**
 * Starts a program as the leader of a process group of its own, so that Ctrl+C at the terminal reaches only this
 * script, which then ends its children in order. On Linux the kernel ends the program when this script is killed
 * outright, unless it is to outlive that.
 *
 * @param {{ name: string, command: string, args: string[], stdio: import('node:child_process').StdioOptions,
 *   environment?: NodeJS.ProcessEnv, directory?: string, outlivesParent?: boolean }} options
 */
export async function startGroup(options) {
  const guarded = process.platform === 'linux' && options.outlivesParent !== true && existsSync(setpriv);
  const command = [
    ...(guarded ? [setpriv, '--pdeathsig', 'TERM', '--'] : []),
    options.command,
    ...options.args,
  ];
  /** @type {import('node:child_process').SpawnOptions} */
  const spawnOptions = {
    cwd: options.directory,
    env: options.environment ?? process.env,
    detached: !onWindows,
    stdio: options.stdio,
    windowsHide: true,
  };
  const child = spawn(command[0], command.slice(1), spawnOptions);
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  await new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(undefined));
    child.once('error', (error) =>
      reject(
        new ScriptError(
          `${options.name} could not be started: ${error.message}`,
          `Check that ${options.command} is installed.`,
        ),
      ),
    );
  });
  return { child, exited, stop: () => stopGroup(child, exited) };
}

/**
 * Ends a program and whatever it started: asks first, insists after the grace period.
 *
 * @param {import('node:child_process').ChildProcess} child @param {Promise<unknown>} exited
 */
async function stopGroup(child, exited) {
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

/** @param {number | undefined} pid */
function endWindowsTree(pid) {
  spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
}
