import { ScriptError } from '../script-error.mjs';

const minimum = [20, 19, 0];

/** @param {string} version as in `process.versions.node` */
export function requireNode(version) {
  const parts = version.split('.').map(Number);
  const first = minimum.findIndex((part, index) => (parts[index] ?? 0) !== part);
  if (first === -1 || (parts[first] ?? 0) > minimum[first]) return;
  throw new ScriptError(
    `Node ${version} is too old: ${minimum.join('.')} or newer is needed.`,
    'Install Node 20.19 or newer from https://nodejs.org or with your package manager, then run the command again.',
  );
}
