import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScriptError } from '../script-error.mjs';

/**
 * Makes what a registry would give as `node:20-bookworm-slim`: a minimal Debian with this machine's node and npm.
 *
 * @param {{ directory: string, run: (command: string[]) => Promise<void> }} options `run` rejects when the command
 *   fails
 * @returns {Promise<string>} the directory of the root file system
 */
export async function makeBaseSystem({ directory, run }) {
  const root = join(directory, 'base');
  await run(['debootstrap', '--variant=minbase', codename(), root, mirror()]);
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = dirname(dirname(npmCli()));
  const modules = join(root, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(npm, join(modules, 'npm'), { recursive: true });
  for (const [name, file] of Object.entries({ npm: 'npm-cli.js', npx: 'npx-cli.js' })) {
    symlinkSync(`../lib/node_modules/npm/bin/${file}`, join(root, 'usr/local/bin', name));
  }
  return root;
}

/** The npm that runs this script, or the one beside node. */
function npmCli() {
  const own = process.env['npm_execpath'];
  if (own !== undefined) return realpathSync(own);
  return realpathSync(join(dirname(process.execPath), 'npm'));
}

function codename() {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  if (name !== undefined) return name;
  throw new ScriptError(
    'The release of this system is unknown.',
    'Run the container check on Debian or Ubuntu.',
  );
}

/** The mirror that this machine's apt uses. */
function mirror() {
  for (const path of [
    '/etc/apt/sources.list.d/debian.sources',
    '/etc/apt/sources.list.d/ubuntu.sources',
    '/etc/apt/sources.list',
  ]) {
    const found = /^(?:URIs:|deb)\s+(?:\[.*?\]\s+)?(https?:\/\/\S+)/m.exec(readIfThere(path))?.[1];
    if (found !== undefined) return found;
  }
  throw new ScriptError(
    'No apt mirror is configured.',
    'Add one to /etc/apt/sources.list.d, then try again.',
  );
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
