import { chmod, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Makes the folder, and keeps it to its owner also when it was there before. */
export const makePrivateDirectory = (path: string): Promise<void> =>
  namingFaults(path, async () => {
    for (const missing of await findMissing(path)) await makeDirectory(missing);
    await chmod(path, 0o700);
  });

/** `null` when there is no such file. What it reads is made private to its owner. */
export const readPrivateFile = (path: string): Promise<string | null> =>
  namingFaults(path, async () => {
    try {
      const text = await readFile(path, 'utf8');
      await chmod(path, 0o600);
      return text;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  });

/** Replaces the file whole: whoever reads sees the old text or the new, also after a crash. */
export const writePrivateFile = (path: string, text: string): Promise<void> =>
  namingFaults(path, async () => {
    const temporary = await writeTemporary(path, text);
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  });

/** Creates the file whole, or answers false when there is one already. */
export const createPrivateFile = (path: string, text: string): Promise<boolean> =>
  namingFaults(path, async () => {
    const temporary = await writeTemporary(path, text);
    try {
      await link(temporary, path);
      await syncDirectory(dirname(path));
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      // Some file systems have no links; there it is created in place, which is only not safe against a crash.
      return await createInPlace(path, text);
    } finally {
      await rm(temporary, { force: true });
    }
  });

/** Removes the file for good, also after a crash; it need not be there. */
export const removePrivateFile = (path: string): Promise<void> =>
  namingFaults(path, async () => {
    await rm(path, { force: true });
    await syncDirectory(dirname(path));
  });

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A full disk and a broken one are told by a call on an open file, whose error knows no path. */
const namingFaults = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && 'code' in error && !('path' in error)) throw Object.assign(error, { path });
    throw error;
  }
};

/** Outermost first. */
const findMissing = async (path: string): Promise<readonly string[]> => {
  try {
    await stat(path);
    return [];
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return [...(await findMissing(dirname(path))), path];
  }
};

/** One level: the recursive `mkdir` of Node never ends where nothing can be made and that is told as ENOENT (/proc). */
const makeDirectory = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another daemon may have been first. Of a link to nothing it is said what `stat` says: there is none.
    if (!hasCode(error, 'EEXIST') || !(await stat(path)).isDirectory()) throw error;
  }
};

const createInPlace = async (path: string, text: string): Promise<boolean> => {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const writeTemporary = async (path: string, text: string): Promise<string> => {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
};

/** A rename lasts only once its folder is on disk; systems that cannot open folders sync them by themselves. */
const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r').catch(() => null);
  if (directory === null) return;
  try {
    await directory.sync().catch(() => undefined);
  } finally {
    await directory.close();
  }
};
