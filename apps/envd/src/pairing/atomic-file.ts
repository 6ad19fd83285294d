import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Makes the folder, and keeps it to its owner also when it was there before. */
export const makePrivateDirectory = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
};

/** `null` when there is no such file. What it reads is made private to its owner. */
export const readPrivateFile = async (path: string): Promise<string | null> => {
  try {
    const text = await readFile(path, 'utf8');
    await chmod(path, 0o600);
    return text;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Replaces the file whole: whoever reads sees the old text or the new, also after a crash. */
export const writePrivateFile = async (path: string, text: string): Promise<void> => {
  const temporary = await writeTemporary(path, text);
  await rename(temporary, path);
  await syncDirectory(dirname(path));
};

/** Creates the file whole, or answers false when there is one already. */
export const createPrivateFile = async (path: string, text: string): Promise<boolean> => {
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
};

/** Removes the file for good, also after a crash; it need not be there. */
export const removePrivateFile = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await syncDirectory(dirname(path));
};

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

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
