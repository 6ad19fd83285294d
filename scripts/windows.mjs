// Runs the tests of Windows in Node for Windows under Wine; everything they need is installed or made first.
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';
import { runVitest } from './test/run-vitest.mjs';
import { prepareWindows } from './windows/prepare-windows.mjs';
import { windowsHindrance } from './windows/wine.mjs';

const total = { passed: 0, failed: 0 };

await runMain(
  async ({ signal }) => {
    const hindrance = windowsHindrance();
    if (hindrance !== undefined) {
      throw new ScriptError(`These tests cannot run here: ${hindrance}.`, 'Run them on such a machine.');
    }
    await setUp({ apt: ['desktop', 'tests', 'windows'], build: true, signal });
    await prepareWindows(signal);
    const { passed, failures } = await runVitest({ project: 'windows', path: process.argv[2], signal });
    total.passed += passed;
    total.failed += failures.length;
    return total.failed === 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  return `${total.passed} passed, ${total.failed + (failure === undefined ? 0 : 1)} failed`;
}
