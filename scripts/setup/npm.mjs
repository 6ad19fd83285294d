import { runChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';

/**
 * Runs npm in the checkout with its output on stderr: the npm that started this script where there is one, since on
 * Windows it cannot be spawned by its name.
 *
 * @param {string[]} args @param {AbortSignal} signal
 */
export function runNpm(args, signal) {
  const own = process.env['npm_execpath'];
  const [command, prefix] = own === undefined ? ['npm', []] : [process.execPath, [own]];
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
