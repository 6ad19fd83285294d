import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from '../repository.mjs';
import { aptPackages, requireAptPackages } from '../setup/apt-packages.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { ScriptError } from '../script-error.mjs';
import { requirePrefixTemplate } from './prefix-template.mjs';
import { windowsHindrance } from './wine.mjs';
import { requireWindowsApp } from './windows-app.mjs';
import { requireWindowsNode } from './windows-node.mjs';

const record = inRepository('.data/windows/prepared.json');

/** @typedef {{ node: string, template: string, app: string }} WindowsPaths */

/**
 * Makes what Windows programs need here, as far as it is missing or old: Wine, Node for Windows, a prefix, the daemon
 * with its packages. Our own packages are taken as they are built.
 *
 * @param {AbortSignal} signal @returns {Promise<WindowsPaths>}
 */
export async function prepareWindows(signal) {
  const hindrance = windowsHindrance();
  if (hindrance !== undefined) {
    throw new ScriptError(`No Windows program can run here: ${hindrance}.`, 'Run it on such a machine.');
  }
  return withSetupLock(async () => {
    await requireAptPackages(aptPackages.windows, signal);
    const paths = {
      node: await requireWindowsNode(signal),
      template: await requirePrefixTemplate(signal),
      app: await requireWindowsApp(signal),
    };
    writeFileSync(record, JSON.stringify(paths));
    return paths;
  }, signal);
}

/** What was prepared before, however old. @param {AbortSignal} signal @returns {Promise<WindowsPaths>} */
export async function requirePrepared(signal) {
  const paths = readRecord();
  const isThere = paths !== undefined && Object.values(paths).every((path) => existsSync(path));
  return isThere ? paths : prepareWindows(signal);
}

/** @returns {WindowsPaths | undefined} */
function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return undefined;
  }
}
