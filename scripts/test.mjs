// Runs every check and test: npm test, or only some steps: npm test -- unit e2e
import { say, seconds } from './progress.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';
import { steps } from './test/steps.mjs';
import { windowsHindrance } from './windows/wine.mjs';

/** Of one step; the others stand above, with the whole of each. */
const failuresShown = 20;
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failureLines = [];

await runMain(
  async ({ signal }) => {
    const chosen = chooseSteps(process.argv.slice(2));
    const durations = [await timed('set-up', () => setUp({ apt: aptGroups(chosen), build: false, signal }))];
    for (const step of chosen) {
      const hindrance = step.hindrance?.();
      // In CI nothing may be left out; elsewhere the others still tell something.
      if (hindrance !== undefined && process.env['CI'] === undefined) {
        say(`\n▶ ${step.name}: left out, ${hindrance}`);
        continue;
      }
      say(`\n▶ ${step.name}`);
      durations.push(await timed(step.name, () => count(step, signal)));
    }
    // Last, since the end is what is kept of a long output.
    say(['', ...durations, ...failureLines].join('\n'));
    return total.failed === 0 && total.passed > 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  const failed = total.failed + (failure === undefined ? 0 : 1);
  return `${total.passed} passed, ${failed} failed`;
}

/** @param {string[]} names */
function chooseSteps(names) {
  const unknown = names.find((name) => steps.every((step) => step.name !== name));
  if (unknown !== undefined) {
    throw new ScriptError(
      `There is no step ${unknown}.`,
      `Steps: ${steps.map(({ name }) => name).join(', ')}`,
    );
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

/**
 * @param {readonly import('./test/steps.mjs').Step[]} chosen
 * @returns {('desktop' | 'tests' | 'interop' | 'macos' | 'container')[]}
 */
function aptGroups(chosen) {
  const names = chosen.map(({ name }) => name);
  const underWine = names.includes('windows') && windowsHindrance() === undefined;
  const withTools = names.includes('desktop') || names.includes('e2e') || underWine;
  const onDesktop = withTools || names.includes('interop');
  const withPeers = names.includes('e2e') || names.includes('interop');
  // Only root can build and run the container, so nobody else needs its packages.
  const inContainer = names.includes('container') && process.getuid?.() === 0;
  return [
    ...(onDesktop ? /** @type {const} */ (['desktop']) : []),
    ...(withTools ? /** @type {const} */ (['tests']) : []),
    ...(withPeers ? /** @type {const} */ (['interop']) : []),
    ...(names.includes('macos') ? /** @type {const} */ (['macos']) : []),
    ...(underWine ? /** @type {const} */ (['windows']) : []),
    ...(inContainer ? /** @type {const} */ (['container']) : []),
  ];
}

/** @param {import('./test/steps.mjs').Step} step @param {AbortSignal} signal */
async function count(step, signal) {
  const { passed, skipped, failures } = await step.run(signal);
  total.passed += passed;
  total.failed += failures.length;
  failureLines.push(...failures.slice(0, failuresShown).map((line) => `✗ ${step.name}: ${line}`));
  return `${failures.length === 0 ? '✓' : '✗'} ${passed} passed, ${failures.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** @param {string} name @param {() => Promise<string | void>} work @returns {Promise<string>} */
async function timed(name, work) {
  const started = performance.now();
  const outcome = (await work()) ?? '✓';
  return `${name.padEnd(12)}${seconds(performance.now() - started).padStart(8)}  ${outcome}`;
}
