import { createScope } from './processes/scope.mjs';
import { say } from './progress.mjs';
import { Interrupted, ScriptError } from './script-error.mjs';

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const interruptCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs a script: turns Ctrl+C into an abort, undoes everything that was opened, and prints a failure as its cause and
 * the next step.
 *
 * @param {(context: { signal: AbortSignal, scope: import('./processes/scope.mjs').Scope }) => Promise<number>} main
 *   resolves with the exit code
 * @param {{ lastLine?: (failure: unknown) => string }} [options] `lastLine` gives the last line on stdout, once
 *   everything is undone; `failure` is undefined after a success
 */
export async function runMain(main, options = {}) {
  const abort = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => abort.abort(new Interrupted(name)));
  }
  const scope = createScope(report);
  /** @type {unknown} */
  let failure;
  try {
    process.exitCode = await main({ signal: abort.signal, scope });
  } catch (error) {
    failure = abort.signal.aborted ? abort.signal.reason : error;
    process.exitCode = failure instanceof Interrupted ? (interruptCodes[failure.signalName] ?? 1) : 1;
  }
  await scope.close();
  if (failure !== undefined && !(failure instanceof Interrupted)) report(failure);
  const lastLine = options.lastLine === undefined ? '' : `${options.lastLine(failure)}\n`;
  await new Promise((resolve) => process.stdout.write(lastLine, resolve));
  // A timer or a half-closed pipe must not keep the script alive once everything is undone.
  process.exit();
}

/** @param {unknown} error */
function report(error) {
  if (error instanceof ScriptError) say(`\n✗ ${error.message}\n  → ${error.next}`);
  else say(`\n✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
