import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { fingerprint, requireDirectory } from './cached-directory.mjs';
import { wineEnvironment, wineLoader, wineServer } from './wine.mjs';

const compiler = 'x86_64-w64-mingw32-gcc';
const random = { source: 'bcryptprimitives.c', library: 'drive_c/windows/system32/bcryptprimitives.dll' };

/** Wine says that it is Windows 7 unless told, which Node does not run on. */
const registry = [['HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']];

/**
 * A Wine prefix as the programs find it when they start; each run has a copy.
 *
 * @param {AbortSignal} signal @returns {Promise<string>} its directory
 */
export async function requirePrefixTemplate(signal) {
  const source = inRepository(`scripts/windows/${random.source}`);
  const { stdout: version } = spawnSync(wineLoader, ['--version']);
  const key = fingerprint([version, readFileSync(source), JSON.stringify(registry)]);
  const directory = inRepository(`.data/windows/template-${key}`);
  await requireDirectory(directory, async (prefix) => {
    say('• Making a Wine prefix');
    const environment = withoutDisplay(wineEnvironment(prefix));
    /** @param {string} command @param {string[]} args */
    const attempt = (command, args) => runChild({ command, args, environment, signal });
    /** @param {string} command @param {string[]} args */
    const run = async (command, args) => {
      const code = await attempt(command, args);
      if (code === 0) return;
      throw new ScriptError(
        `${command} ${args[0]} failed (exit code ${code}).`,
        'See its lines above, then run the command again.',
      );
    };
    // Of dozens of first starts one was seen to fail at once, and the next to work.
    const boot = ['wineboot', '-i'];
    if ((await attempt(wineLoader, boot)) !== 0) await run(wineLoader, boot);
    for (const value of registry) await run(wineLoader, ['reg', 'add', ...value]);
    await run(compiler, ['-shared', '-O2', '-o', join(prefix, random.library), source, '-ladvapi32']);
    // The registry is on disk only once the server has ended.
    await run(wineServer, ['-w']);
  });
  return directory;
}

/** @param {NodeJS.ProcessEnv} environment */
function withoutDisplay({ DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment }) {
  return environment;
}
