import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';

const cliName = 'npm-cli.js';

/**
 * Runs npm in the checkout with its output on stderr.
 *
 * @param {string[]} args @param {AbortSignal} signal
 */
export function runNpm(args, signal) {
  const [command, ...prefix] = npmCommand();
  return runChild({
    command,
    args: [...prefix, ...args],
    directory: inRepository(''),
    environment: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      npm_config_update_notifier: 'false',
    },
    signal,
  });
}

/** The npm that started this script, else the one that came with node, which Windows cannot start by its name. */
function npmCommand() {
  const starter = process.env['npm_execpath'] ?? '';
  const bundled = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', cliName);
  if (basename(starter) === cliName) return [process.execPath, starter];
  return existsSync(bundled) ? [process.execPath, bundled] : ['npm'];
}
