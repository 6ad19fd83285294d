// Lets both ends of the wire hear changed real traffic: npm run fuzz, npm run fuzz -- --seconds 600 --seed 7
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from './command-line.mjs';
import { say } from './progress.mjs';
import { inRepository } from './repository.mjs';
import { runMain } from './run-main.mjs';
import { Interrupted } from './script-error.mjs';
import { setUp } from './setup/set-up.mjs';

const usage = `Usage: npm run fuzz -- [options]

Records real traffic of the daemon and the client library, changes it and lets both ends hear it.

  --seconds <n>   how long, at least 1 (default: 60)
  --seed <n>      repeats the choices of an earlier run (default: a new one, which is printed)
  --only <text>   only what has this in its name: WebSocket, stdio, HTTP, client, web UI
  --round <n>     the round to begin with (default: 0)
  --help          prints this

Exit code 0: nothing was found; 1: something was, or it could not run; 2: wrong options.
`;

const options = readCommandLine({ usage, helpCommand: 'npm run fuzz -- --help', read: readOptions });

/** @type {{ passed: number, failed: number }} */
let result = { passed: 0, failed: 0 };

await runMain(
  async ({ signal }) => {
    const { seed, only, seconds, round: firstRound } = options;
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
      ...{ seed, firstRound, only, say, signal },
      goesOn: () => {
        // The time begins with the first round: what is recorded before does not count.
        if (end === 0) end = performance.now() + seconds * 1000;
        return performance.now() < end;
      },
    });
    if (result.failed > 0) say(`Again: npm run fuzz -- --seed ${seed} --seconds ${seconds}`);
    return result.failed === 0 && result.passed > 0 ? 0 : 1;
  },
  { lastLine },
);

/** @param {unknown} failure @returns {string} */
function lastLine(failure) {
  if (failure instanceof Interrupted) say('✗ interrupted');
  return `${result.passed} passed, ${result.failed + (failure === undefined ? 0 : 1)} failed`;
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      only: { type: 'string', default: '' },
      round: { type: 'string', default: '0' },
    },
  });
  return {
    seconds: wholeNumber('seconds', values.seconds, 1),
    seed: wholeNumber('seed', values.seed, 0),
    only: values.only,
    round: wholeNumber('round', values.round, 0),
  };
}

/** @param {string} name @param {string} text @param {number} least @returns {number} */
function wholeNumber(name, text, least) {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} ${JSON.stringify(text)} is no whole number of ${least} or more.`);
}
