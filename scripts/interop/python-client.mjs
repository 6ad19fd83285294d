import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startGroup } from '../processes/process-group.mjs';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';

/** Debian's, to which python3-websockets and python3-tk belong. */
const systemPython = '/usr/bin/python3';

/**
 * Runs the independent Host against the built daemon over every carrier, on a disposable desktop that it starts itself
 * through scripts/desktop.mjs. A client that ends without having failed a case, but not well either, counts as one
 * failure.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<import('../test/steps.mjs').Count>}
 */
export async function runPythonClient(signal) {
  signal.throwIfAborted();
  const { child, exited, stop } = await startGroup({
    name: 'The independent client',
    command: existsSync(systemPython) ? systemPython : 'python3',
    // Without bytecode files in the checkout.
    args: ['-B', inRepository('e2e/interop/client/run.py')],
    stdio: ['ignore', 'pipe', process.stderr],
  });
  /** @type {Promise<void> | undefined} */
  let stopping;
  const onAbort = () => (stopping = stop());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const { passed, failures } = await countCases(child.stdout);
  const { code } = await exited;
  signal.removeEventListener('abort', onAbort);
  await stopping;
  signal.throwIfAborted();
  if (failures.length === 0 && (code !== 0 || passed === 0)) {
    failures.push(`the independent client ended with ${code} and ${passed} passed cases`);
  }
  return { passed, skipped: 0, failures };
}

/** Each case is a line `ok NAME` or `not ok NAME: reason`. @param {import('node:stream').Readable | null} output */
async function countCases(output) {
  /** @type {{ passed: number, failures: string[] }} */
  const count = { passed: 0, failures: [] };
  if (output === null) return count;
  for await (const line of createInterface({ input: output })) {
    say(line);
    if (line.startsWith('ok ')) count.passed += 1;
    if (line.startsWith('not ok ')) count.failures.push(line.slice('not ok '.length));
  }
  return count;
}
