import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';

/**
 * The Wine prefix of a name, a copy of the template that stays until someone deletes it.
 *
 * @param {{ name: string, template: string, signal: AbortSignal }} options @returns {Promise<string>} its directory
 */
export async function requirePrefix({ name, template, signal }) {
  const directory = inRepository(`.data/windows/prefixes/${name}`);
  if (existsSync(directory)) return directory;
  await withSetupLock(async () => {
    if (existsSync(directory)) return;
    const partial = `${directory}.partial`;
    mkdirSync(dirname(directory), { recursive: true });
    rmSync(partial, { recursive: true, force: true });
    const code = await runChild({
      command: 'cp',
      args: ['-a', '--reflink=auto', template, partial],
      signal,
    });
    if (code !== 0) {
      throw new ScriptError(`${template} could not be copied to ${partial}.`, 'Is the disk full?');
    }
    renameSync(partial, directory);
  }, signal);
  return directory;
}
