import { ScriptError } from '../script-error.mjs';
import { runNpm } from './npm.mjs';

/**
 * Builds every package; turbo skips those whose sources did not change.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
export function build(signal) {
  return runNpm(['run', '--silent', 'build', '--', '--output-logs=new-only'], signal);
}

/** @param {AbortSignal} signal */
export async function requireBuild(signal) {
  const code = await build(signal);
  if (code === 0) return;
  throw new ScriptError(
    `The build failed (exit code ${code}).`,
    'Correct the errors above, then run the command again.',
  );
}
