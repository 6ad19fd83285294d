import { existsSync, mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../repository.mjs';

export const wineLoader = '/usr/lib/wine/wine64';
export const wineServer = '/usr/lib/wine/wineserver64';

/** Why no Windows program can run on this machine, or undefined. */
export function windowsHindrance() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64';
  if (process.getuid?.() !== 0 && !existsSync(wineLoader))
    return 'it needs Wine (apt install wine wine64) or root';
  return undefined;
}

/**
 * @param {string} prefix directory of the Wine prefix
 * @returns {NodeJS.ProcessEnv} the environment of a Windows program in that prefix
 */
export function wineEnvironment(prefix) {
  const runtime = inRepository('.data/windows/runtime');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  return {
    ...process.env,
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: process.env['WINEDEBUG'] ?? '-all',
    // No downloads of .NET and of the HTML engine, no debugger of crashes, which would wait for a click.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winedbg.exe=',
    XDG_RUNTIME_DIR: runtime,
    NODE_OPTIONS: `--import=${windowsUrl(inRepository('scripts/windows/wine-sockets.mjs'))}`,
  };
}

/** Where a Windows program finds a file of this machine. @param {string} path */
function windowsUrl(path) {
  return `file:///Z:${pathToFileURL(path).pathname}`;
}
