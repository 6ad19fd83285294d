import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';

/**
 * Counts this process among the users of a prefix until the scope ends. The last user ends the Wine server, and with
 * it whatever Windows programs are left. That is so also when this process is killed: the keeper sees its pipe end.
 *
 * @param {{ prefix: string, temporary: boolean, environment: NodeJS.ProcessEnv,
 *   scope: import('../processes/scope.mjs').Scope }} options a temporary prefix is deleted with its last user
 * @returns {Promise<string>} a directory for output that goes with the use
 */
export async function usePrefix({ prefix, temporary, environment, scope }) {
  const output = mkdtempSync(join(tmpdir(), 'harness-windows-'));
  mkdirSync(dirname(prefix), { recursive: true });
  const script = inRepository('scripts/windows/keep-prefix.sh');
  const keeper = spawn('/bin/sh', [script, output, ...(temporary ? ['temporary'] : [])], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    // What ends this process must not reach the one that cleans up after it.
    detached: true,
  });
  const exited = new Promise((resolve) => keeper.once('exit', resolve));
  scope.defer(async () => {
    keeper.stdin.end();
    await exited;
  });
  await new Promise((resolve, reject) => {
    keeper.stdout.once('data', resolve);
    keeper.once('error', reject);
    keeper.once('exit', (code) =>
      reject(new ScriptError(`The keeper of ${prefix} ended with ${code}.`, 'Is util-linux installed?')),
    );
  });
  return output;
}
