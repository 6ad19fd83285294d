import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';
import { fingerprint } from './cached-directory.mjs';
import { npmCi } from './npm-ci.mjs';

const app = inRepository('.data/windows/app');
const stamp = join(app, 'stamp');
const workspace = 'a13n-envd';

/** What of ours runs on Windows; the sources are for the programs of the tests. */
const copied = [
  'apps/envd/bin',
  'apps/envd/dist',
  'packages/eip-protocol/dist',
  'packages/native-input/dist',
  'packages/native-input/src',
];

/**
 * The daemon with everything that it needs on Windows: the packages of package-lock.json in their builds for Windows,
 * and our own as they are built now.
 *
 * @param {AbortSignal} signal @returns {Promise<string>} its directory
 */
export async function requireWindowsApp(signal) {
  const files = ['package.json', 'package-lock.json', ...manifests()];
  const key = fingerprint(files.map((path) => readFileSync(inRepository(path))));
  if (readIfThere(stamp) !== key) await install(files, key, signal);
  for (const path of copied) mirror(inRepository(path), join(app, path));
  return app;
}

/** @returns {string[]} those of all workspaces, without which npm refuses the lock */
function manifests() {
  return ['apps', 'packages']
    .flatMap((parent) => readdirSync(inRepository(parent)).map((name) => `${parent}/${name}/package.json`))
    .concat('e2e/package.json')
    .filter((path) => existsSync(inRepository(path)));
}

/** @param {string[]} files @param {string} key @param {AbortSignal} signal */
async function install(files, key, signal) {
  say('• Installing the packages of package-lock.json for Windows');
  const partial = `${app}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const path of files) {
    mkdirSync(dirname(join(partial, path)), { recursive: true });
    copyFileSync(inRepository(path), join(partial, path));
  }
  await npmCi(partial, ['--workspace', workspace], signal);
  writeFileSync(join(partial, 'stamp'), key);
  rmSync(app, { recursive: true, force: true });
  renameSync(partial, app);
}

/**
 * Makes `to` what `from` is and leaves alone what already is, since a program may be running from there.
 *
 * @param {string} from @param {string} to
 */
function mirror(from, to) {
  if (!existsSync(from)) {
    throw new ScriptError(`There is no ${from}.`, 'Run "npm run build", then this again.');
  }
  const wanted = filesBelow(from);
  if (existsSync(to)) {
    const names = new Set(wanted);
    for (const path of filesBelow(to)) if (!names.has(path)) rmSync(join(to, path));
  }
  for (const path of wanted) {
    const { mtime, mtimeMs, size } = statSync(join(from, path));
    const target = join(to, path);
    const present = statSync(target, { throwIfNoEntry: false });
    if (present?.mtimeMs === Math.floor(mtimeMs) && present.size === size) continue;
    mkdirSync(dirname(target), { recursive: true });
    const partial = `${target}.partial`;
    copyFileSync(join(from, path), partial);
    // Whole milliseconds, so that reading it back gives the same number.
    utimesSync(partial, mtime, mtime);
    renameSync(partial, target);
  }
}

/** @param {string} directory @returns {string[]} relative to it */
function filesBelow(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(directory, path)).isFile(),
  );
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
