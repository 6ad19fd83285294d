import { ScriptError } from '../script-error.mjs';
import { runNpm } from '../setup/npm.mjs';

/**
 * Installs what the package-lock.json of a directory names, as on Windows. npm checks every package against the
 * integrity that stands there.
 *
 * @param {string} directory @param {string[]} args @param {AbortSignal} signal
 */
export async function npmCi(directory, args, signal) {
  const forWindows = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--omit=dev'];
  const quietly = ['--no-audit', '--no-fund', '--loglevel=warn'];
  const code = await runNpm(['ci', '--prefix', directory, ...forWindows, ...args, ...quietly], signal);
  if (code === 0) return;
  throw new ScriptError(
    `npm ci for Windows failed (exit code ${code}).`,
    'See the lines of npm above: most often the registry could not be reached. Then run the command again.',
  );
}
