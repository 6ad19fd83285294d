// Lets programs of other authors, written from the specification alone, speak with ours: an independent Host with our
// daemon over each carrier, an independent daemon with our Host.
import { runPythonClient } from './interop/python-client.mjs';
import { say } from './progress.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';
import { runVitest } from './test/run-vitest.mjs';

const total = { passed: 0, failed: 0 };

await runMain(
  async ({ signal }) => {
    if (process.platform !== 'linux') {
      throw new ScriptError('This needs a disposable X server.', 'Run it on Linux.');
    }
    await setUp({ apt: ['desktop', 'interop'], build: true, signal });
    say('\n▶ an independent Host drives our daemon');
    add(await runPythonClient(signal));
    say('\n▶ our Host drives an independent daemon');
    add(await runVitest({ project: 'e2e', path: 'e2e/src/interop', signal }));
    return total.failed === 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {import('./test/steps.mjs').Count} count */
function add({ passed, failures }) {
  total.passed += passed;
  total.failed += failures.length;
}

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  return `${total.passed} passed, ${total.failed + (failure === undefined ? 0 : 1)} failed`;
}
