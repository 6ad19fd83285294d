// Runs a script in Node for Windows under Wine, on the desktop that DISPLAY names:
//   node scripts/windows/run.mjs --prefix mine -- apps/envd/dist/main.js doctor
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine, UsageError } from '../command-line.mjs';
import { runMain } from '../run-main.mjs';
import { requirePrepared } from './prepare-windows.mjs';
import { prefixDirectory, requirePrefix } from './require-prefix.mjs';
import { runWindowsProgram } from './run-windows-program.mjs';
import { usePrefix } from './use-prefix.mjs';
import { wineEnvironment } from './wine.mjs';

const usage = `Usage: node scripts/windows/run.mjs [options] -- <script.js> [args]

Runs a script in Node for Windows under Wine, on the desktop that DISPLAY names. Its output and exit code are those of
the script; SIGINT and SIGTERM reach it as Ctrl+C. A script that the daemon's installation (.data/windows/app) lacks is
looked for in the working directory.

  --prefix <name>             the Wine prefix, made when it is missing (default: default)
  --temporary-prefix <name>   one that is deleted with its last user
  --help                      prints this
`;

const options = readCommandLine({
  usage,
  helpCommand: 'node scripts/windows/run.mjs --help',
  read: readOptions,
});

await runMain(async ({ signal, scope }) => {
  const { node, template, app } = await requirePrepared(signal);
  const prefix = prefixDirectory(options.prefix);
  const environment = wineEnvironment(prefix);
  // The use comes first: whoever leaves a temporary prefix as the last one deletes it.
  const output = await usePrefix({ prefix, temporary: options.temporary, environment, scope });
  await requirePrefix({ directory: prefix, template, signal });
  // What stands here has the packages of this system beside it.
  const directory = existsSync(resolve(app, options.script)) ? app : process.cwd();
  return runWindowsProgram({
    node,
    args: [resolve(directory, options.script), ...options.args],
    directory,
    output,
    environment,
  });
});

/** @param {string[]} args */
function readOptions(args) {
  const end = args.indexOf('--');
  if (end === -1) throw new UsageError('The script goes after a --.');
  const { values } = parseArgs({
    args: args.slice(0, end),
    options: { prefix: { type: 'string' }, 'temporary-prefix': { type: 'string' } },
  });
  const temporary = values['temporary-prefix'];
  const prefix = temporary ?? values.prefix ?? 'default';
  if (!/^[\w-]+$/.test(prefix)) {
    throw new UsageError('A prefix is named with letters, digits, - and _.');
  }
  const [script, ...rest] = args.slice(end + 1);
  if (script === undefined) throw new UsageError('There is no script.');
  return { prefix, temporary: temporary !== undefined, script, args: rest };
}
