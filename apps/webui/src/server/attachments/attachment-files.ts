import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type AttachmentFiles = {
  /** Durable when it resolves: written aside, synced, then renamed, so that no reader sees half a file; its name, too. */
  write: (sha256: string, bytes: Uint8Array) => Promise<void>;
  /** `undefined` when there is no such file. */
  read: (sha256: string) => Promise<Uint8Array | undefined>;
  remove: (sha256: string) => Promise<void>;
  /** Names in the directory, leftovers of interrupted writes among them. */
  list: () => Promise<string[]>;
};

/** Files named by the SHA-256 of their bytes; only the owner of the process can read them. */
export function createAttachmentFiles(directory: string): AttachmentFiles {
  return {
    write: async (sha256, bytes) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const partial = join(directory, `${sha256}.${randomUUID()}.partial`);
      try {
        await writeSynced(partial, bytes);
        await rename(partial, join(directory, sha256));
        await syncNames(directory);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: async (sha256) => {
      try {
        return await readFile(join(directory, sha256));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (sha256) => rm(join(directory, sha256), { force: true }),
    list: async () => {
      try {
        return await readdir(directory);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A renamed file is lost with the power until its directory is synced, which Windows neither needs nor allows. */
async function syncNames(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await open(directory, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
