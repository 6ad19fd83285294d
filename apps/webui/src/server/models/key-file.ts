import { constants } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Randomness } from '../randomness.ts';

const keyBytes = 32;
const ownerOnly = 0o600;

/** The key file is there and cannot be trusted; the message says what to do. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The key under which stored secrets are sealed; the first call makes it, for its owner only. */
export async function readKeyFile(path: string, random: Randomness): Promise<Uint8Array> {
  return (await existingKey(path)) ?? (await newKey(path, random));
}

async function existingKey(path: string): Promise<Uint8Array | undefined> {
  const file = await openUnlessMissing(path);
  if (file === undefined) return undefined;
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new KeyFileError(`${path} is not a plain file. Move it away.`);
    // Without user ids (Windows) there are no such modes either: there the folder's own permissions count.
    if (process.getuid !== undefined && (about.mode & 0o777) !== ownerOnly) {
      const mode = (about.mode & 0o777).toString(8);
      throw new KeyFileError(
        `${path} has mode ${mode}, so that others may read it. Run: chmod 600 ${path}, and give new keys if others could.`,
      );
    }
    if (about.size !== keyBytes) {
      throw new KeyFileError(
        `${path} has ${String(about.size)} bytes instead of ${String(keyBytes)}. Put the file back from a backup, or delete it and enter the keys of the models again.`,
      );
    }
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function openUnlessMissing(path: string) {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    const reason = codeOf(error) === 'ELOOP' ? 'is a link, not a file' : `cannot be read (${codeOf(error)})`;
    throw new KeyFileError(`${path} ${reason}. It must be a file that only its owner may read.`, {
      cause: error,
    });
  }
}

/** Written whole under another name first: nobody ever reads half a key, and of two makers one wins. */
async function newKey(path: string, random: Randomness): Promise<Uint8Array> {
  const draft = `${path}.${random.uuid()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', ownerOnly);
  try {
    await file.writeFile(random.bytes(keyBytes));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await existingKey(path);
  if (made === undefined) throw new KeyFileError(`${path} went away while it was made. Try again.`);
  return made;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
