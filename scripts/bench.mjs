// Measures us and the peers in one interleaved run on one display: npm run bench -- --json results.json
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { groups } from './bench/groups.mjs';
import { peerPackages, requireNpmPeers } from './bench/peers.mjs';
import { formatRows } from './bench/rows.mjs';
import { readCommandLine, UsageError } from './command-line.mjs';
import { createScope } from './processes/scope.mjs';
import { say, seconds } from './progress.mjs';
import { runMain } from './run-main.mjs';
import { ScriptError } from './script-error.mjs';
import { requireAptPackages } from './setup/apt-packages.mjs';
import { setUp } from './setup/set-up.mjs';

const usage = `Usage: npm run bench -- [options]

Measures Harness Desktop and its peers in one run, interleaved, each on one display of its own, and prints a table of
medians and ratios. Only ratios of one run mean something; a busy machine moves all of them.

  --rounds <n>    rounds of each group (default: 40); below 10 also the counts of devices and calls shrink
  --only <name>   one group, may be repeated: ${Object.keys(groups).join(', ')}
  --json <file>   writes {"rows":[{work,ours,unit,against,theirs,ratio,goal,met}]}
  --no-setup      installs and builds nothing
  --help          prints this
`;

const options = readCommandLine({ usage, helpCommand: 'npm run bench -- --help', read: readOptions });

await runMain(async ({ signal }) => {
  if (process.platform !== 'linux') {
    throw new ScriptError('The benchmark needs a disposable X server.', 'Run it on Linux.');
  }
  if (options.setUp) await prepare(signal);
  /** @type {import('./bench/rows.mjs').Row[]} */
  const rows = [];
  for (const [name, run] of Object.entries(groups)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    const started = performance.now();
    say(`▶ ${name}`);
    rows.push(...(await inScope((scope) => run({ rounds: options.rounds, signal, scope }))));
    say(`  ${seconds(performance.now() - started)}`);
  }
  process.stdout.write(`${formatRows(rows)}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ rows }, null, 2)}\n`);
  return 0;
});

/** @param {AbortSignal} signal */
async function prepare(signal) {
  await setUp({ apt: ['desktop'], build: true, signal });
  await requireAptPackages(peerPackages, signal);
  await requireNpmPeers(signal);
}

/** @template T @param {(scope: import('./processes/scope.mjs').Scope) => Promise<T>} work @returns {Promise<T>} */
async function inScope(work) {
  const scope = createScope((error) => say(`  ! ${String(error)}`));
  try {
    return await work(scope);
  } finally {
    await scope.close();
  }
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '40' },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      'no-setup': { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new UsageError('--rounds is a whole number from 1 up.');
  const unknown = values.only.find((name) => !(name in groups));
  if (unknown !== undefined) throw new UsageError(`There is no group ${unknown}.`);
  return { rounds, only: values.only, json: values.json, setUp: !values['no-setup'] };
}
