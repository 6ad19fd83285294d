import { readFileSync } from 'node:fs';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { runNpm } from './npm.mjs';

/**
 * Runs `npm ci` unless what is installed is what package-lock.json says.
 *
 * @param {AbortSignal} signal
 */
export async function requireNodeModules(signal) {
  if (isInstalled()) return;
  say('• Installing the npm packages of package-lock.json');
  const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=warn'], signal);
  if (code === 0) return;
  throw new ScriptError(
    `npm ci failed (exit code ${code}).`,
    'See the lines of npm above: most often the registry could not be reached. Then run the command again.',
  );
}

/**
 * npm writes its hidden lockfile as the last thing, so one that matches also tells that the installation was not
 * broken off. Optional packages are those of other systems.
 */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => {
      const found = installed[path];
      return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
    });
}

/** @param {string} path @returns {Record<string, {version?: string, integrity?: string, optional?: boolean}> | undefined} */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(inRepository(path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
