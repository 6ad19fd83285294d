import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { say } from '../progress.mjs';
import { runNpm } from '../setup/npm.mjs';

/** Outside of the workspace: nothing of ours depends on a peer. */
export const peersDirectory = inRepository('.data/bench/peers');
const packages = { '@nut-tree-fork/nut-js': '4.2.6', 'ffi-rs': '1.3.7' };

/** Debian's packages of the peers that are programs. */
export const peerPackages = ['ffmpeg', 'imagemagick', 'maim', 'scrot', 'xdotool'];

/** Installs the peers that are npm packages, unless they are there. @param {AbortSignal} signal */
export async function requireNpmPeers(signal) {
  if (Object.entries(packages).every(([name, version]) => installedVersion(name) === version)) return;
  say('• Installing the peers that are npm packages into .data/bench');
  mkdirSync(peersDirectory, { recursive: true });
  const manifest = { name: 'bench-peers', private: true, dependencies: packages };
  writeFileSync(`${peersDirectory}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const options = ['--prefix', peersDirectory, '--no-audit', '--no-fund', '--loglevel=warn'];
  if ((await runNpm(['install', ...options], signal)) === 0) return;
  throw new ScriptError('The peers could not be installed.', 'See the lines of npm above, then try again.');
}

/** @param {string} name */
function installedVersion(name) {
  const path = `${peersDirectory}/node_modules/${name}/package.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : undefined;
}
