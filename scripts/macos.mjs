// Runs the backend of macOS against a double of its frameworks, a small C library that the tests compile: every call,
// struct and reference goes through the same declarations as on a Mac. What only a Mac can show is in docs/testing.md.
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';
import { runVitest } from './test/run-vitest.mjs';

const total = { passed: 0, failed: 0 };

await runMain(
  async ({ signal }) => {
    if (process.platform !== 'linux') {
      throw new ScriptError(
        'The double of macOS is a library of Linux.',
        'Run this on Linux, and "a13n-envd selftest" on a Mac.',
      );
    }
    await setUp({ apt: ['macos'], build: false, signal });
    const { passed, failures } = await runVitest({ project: 'macos', signal });
    total.passed += passed;
    total.failed += failures.length;
    return total.failed === 0 && total.passed > 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  return `${total.passed} passed, ${total.failed + (failure === undefined ? 0 : 1)} failed`;
}
