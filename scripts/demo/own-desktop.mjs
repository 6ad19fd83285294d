import { createInterface } from 'node:readline/promises';
import { ScriptError } from '../script-error.mjs';

/**
 * macOS and Windows have no disposable desktop: the demo looks at the person's own one, only after a yes.
 *
 * @param {AbortSignal} signal
 */
export async function askToObserveOwnDesktop(signal) {
  if (!process.stdin.isTTY) {
    throw new ScriptError(
      'This system has no disposable desktop, and without a terminal nobody can allow a look at the real one.',
      'Run npm run demo in a terminal and answer its question, or run it on Linux.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      'There is no disposable desktop here. May the demo take two screenshots of YOUR desktop? It sends no input. [y/N] ',
      { signal },
    );
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    terminal.close();
  }
  throw new ScriptError(
    'You did not allow it, so nothing was done.',
    'Run the demo again whenever you like.',
  );
}
