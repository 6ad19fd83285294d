// Lets both ends of the wire hear changed real traffic: npm run fuzz, npm run fuzz -- --seconds 600 --seed 7
import { parseArgs } from 'node:util';
import { say } from './progress.mjs';
import { inRepository } from './repository.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** Repeats the choices of an earlier run. */
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    /** Part of the name of what is tried: "WebSocket", "stdio", "HTTP", "client", "web UI". */
    only: { type: 'string', default: '' },
    /** The round to begin with. */
    round: { type: 'string', default: '0' },
  },
});

/** @type {{ passed: number, failed: number }} */
let result = { passed: 0, failed: 0 };

await runMain(
  async ({ signal }) => {
    const seed = wholeNumber('seed');
    const milliseconds = wholeNumber('seconds') * 1000;
    const firstRound = wholeNumber('round');
    await setUp({ apt: ['desktop', 'tests'], build: true, signal });
    // Only after the set-up, which may have installed it.
    const { runnerImport } = await import('vite');
    /** @type {{ module: typeof import('../e2e/src/fuzz/run-fuzz.ts') }} */
    const { module } = await runnerImport(inRepository('e2e/src/fuzz/run-fuzz.ts'), {
      configFile: false,
      logLevel: 'error',
    });
    say(`• Seed ${seed}`);
    let end = 0;
    result = await module.runFuzz({
      ...{ seed, firstRound, only: options.only, say, signal },
      goesOn: () => {
        // The time begins with the first round: what is recorded before does not count.
        if (end === 0) end = performance.now() + milliseconds;
        return performance.now() < end;
      },
    });
    if (result.failed > 0) say(`Again: npm run fuzz -- --seed ${seed} --seconds ${options.seconds}`);
    return result.failed === 0 && result.passed > 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  return `${result.passed} passed, ${result.failed + (failure === undefined ? 0 : 1)} failed`;
}

/** @param {'seed' | 'seconds' | 'round'} name @returns {number} */
function wholeNumber(name) {
  const value = Number(options[name]);
  if (/^\d+$/.test(options[name]) && Number.isSafeInteger(value)) return value;
  throw new ScriptError(`--${name} ${options[name]} is no whole number.`, `Write it like --${name} 60.`);
}
