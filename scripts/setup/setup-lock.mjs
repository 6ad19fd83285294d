import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';

const waitLimitMs = 20 * 60_000;
const pollMs = 250;

/**
 * Lets one set-up at a time work on this checkout, so that two commands started at once do not install over each other.
 *
 * @template T
 * @param {() => Promise<T>} work @param {AbortSignal} signal
 */
export async function withSetupLock(work, signal) {
  const path = inRepository('.data/setup.lock');
  mkdirSync(inRepository('.data'), { recursive: true });
  const deadline = Date.now() + waitLimitMs;
  for (let told = false; !take(path); told = true) {
    if (!told) say(`• Waiting for the set-up of another run (process ${holder(path) ?? 'unknown'})`);
    if (Date.now() > deadline) {
      throw new ScriptError(
        'The set-up of another run did not end.',
        `Stop it, or delete ${path}, then try again.`,
      );
    }
    await delay(pollMs, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const pid = holder(path);
    if (pid !== undefined && !isAlive(pid)) rmSync(path, { force: true });
    return false;
  }
}

/** @param {string} path @returns {number | undefined} */
function holder(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
