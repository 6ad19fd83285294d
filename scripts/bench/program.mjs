import { createInterface } from 'node:readline';
import { ScriptError } from '../script-error.mjs';
import { startGroup } from '../processes/process-group.mjs';
import { inRepository } from '../repository.mjs';

/** @typedef {Awaited<ReturnType<typeof startProgram>>} Program */

const keptLines = 30;

/**
 * Starts one of the programs beside this file in a process of its own. It answers calls until the scope ends.
 *
 * @param {string} name @param {{ environment?: NodeJS.ProcessEnv, nodeOptions?: string[], signal: AbortSignal,
 *   scope: import('../processes/scope.mjs').Scope }} options
 */
export async function startProgram(name, { environment = process.env, nodeOptions = [], signal, scope }) {
  const { child, exited, stop } = await startGroup({
    name,
    command: process.execPath,
    args: [...nodeOptions, inRepository(`scripts/bench/programs/${name}.mjs`)],
    environment,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  scope.defer(stop);
  /** @type {string[]} */
  const said = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (said.length > keptLines) said.shift();
    });
  }
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: unknown): void }>} */
  const waiting = new Map();
  child.on('message', (/** @type {any} */ { id, value, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new ScriptError(`The program ${name} failed: ${error}`, 'Read its last lines above.'));
  });
  void exited.then(({ code, signal: killer }) => {
    const how = `${name} ended (${killer ?? `exit code ${code}`}).`;
    const error = new ScriptError([how, ...said].join('\n    '), 'Read its last lines above.');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  let calls = 0;
  return {
    pid: child.pid ?? 0,
    stop,
    /** @param {string} command @param {unknown} [argument] @returns {Promise<any>} */
    call: (command, argument) => {
      signal.throwIfAborted();
      const id = (calls += 1);
      /** @type {Promise<unknown>} */
      const answer = new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, command, argument });
      });
      return abortable(answer, signal);
    },
  };
}

/** @template T @param {Promise<T>} work @param {AbortSignal} signal @returns {Promise<T>} */
function abortable(work, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
