import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** @param {readonly (string | Buffer)[]} inputs */
export function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Makes a directory unless it is there. It is filled under another name and gets its own as the last thing, so that
 * one that was broken off is never taken for a whole one. What other inputs had made is deleted.
 *
 * @param {string} path ends in a fingerprint, after the last `-`
 * @param {(directory: string) => Promise<void>} fill
 */
export async function requireDirectory(path, fill) {
  if (existsSync(path)) return;
  const parent = dirname(path);
  mkdirSync(parent, { recursive: true });
  const family = basename(path).replace(/[^-]*$/, '');
  for (const name of readdirSync(parent)) {
    if (name.startsWith(family)) rmSync(`${parent}/${name}`, { recursive: true, force: true });
  }
  const partial = `${path}.partial`;
  mkdirSync(partial);
  await fill(partial);
  renameSync(partial, path);
}
