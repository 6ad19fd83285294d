import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';

/** Programs only read what is here, 670 MB of it, so that a link does. */
const shared = ['drive_c/windows/system32', 'drive_c/windows/winsxs'];

/** @param {string} name */
export const prefixDirectory = (name) => inRepository(`.data/windows/prefixes/${name}`);

/**
 * Makes a Wine prefix, a copy of the template, unless it is there.
 *
 * @param {{ directory: string, template: string, signal: AbortSignal }} options
 */
export async function requirePrefix({ directory, template, signal }) {
  if (existsSync(directory)) return;
  await withSetupLock(async () => {
    if (existsSync(directory)) return;
    const partial = `${directory}.partial`;
    rmSync(partial, { recursive: true, force: true });
    /** @param {string[]} args */
    const copy = async (args) => {
      const code = await runChild({ command: 'cp', args, signal });
      if (code === 0) return;
      throw new ScriptError(`${template} could not be copied to ${partial}.`, 'Is the disk full?');
    };
    for (const path of shared) {
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      await copy(['-a', '--link', join(template, path), join(partial, path)]);
    }
    await copy(['-a', '--no-clobber', `${template}/.`, partial]);
    renameSync(partial, directory);
  }, signal);
}
