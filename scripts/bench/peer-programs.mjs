import { startGroup } from '../processes/process-group.mjs';
import { ScriptError } from '../script-error.mjs';

/**
 * Runs programs one after the other as a script would, and gives the milliseconds of all of them.
 *
 * @param {readonly string[][]} commands @param {{ environment: NodeJS.ProcessEnv, signal: AbortSignal }} options
 */
export async function timedProgram(commands, { environment, signal }) {
  const started = performance.now();
  for (const [command, ...args] of commands) {
    signal.throwIfAborted();
    const { exited } = await startGroup({ name: command, command, args, environment, stdio: 'ignore' });
    const { code } = await exited;
    if (code !== 0) {
      throw new ScriptError(`${command} ended with exit code ${code}.`, `Run it by hand: ${args.join(' ')}`);
    }
  }
  return performance.now() - started;
}
