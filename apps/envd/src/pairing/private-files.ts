import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WindowsSystem } from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';
import { hasCode } from './error-code.ts';
import { whileInUse, whileInUseSync } from './file-patience.ts';

/** Files and folders that only this user may use. Errors of the file system name the path. */
export type PrivateFiles = {
  /** Makes the folder, and keeps it to its owner also when it was there before. */
  makeDirectory(path: string): Promise<void>;
  /** `null` when there is no such file. What it reads is made private to its owner. */
  read(path: string): Promise<string | null>;
  /** Replaces the file whole: whoever reads sees the old text or the new, also after a crash. */
  write(path: string, text: string): Promise<void>;
  /** Creates the file whole, or answers false when there is one already. */
  create(path: string, text: string): Promise<boolean>;
  /** Moves a file over another; `ENOENT` when it is not there. */
  move(from: string, to: string): Promise<void>;
  /** Removes the file for good, also after a crash; it need not be there. */
  remove(path: string): Promise<void>;
  /** The same as `write` at once, without a sync to disk: it outlives this process, not the machine. */
  writeNow(path: string, text: string): void;
  /** The same as `remove`, as `writeNow` does it. */
  removeNow(path: string): void;
};

export type PrivateFilesOptions = {
  /** `null` where files have modes. */
  readonly windows: WindowsSystem | null;
  readonly clock: Clock;
};

/** What makes a file or folder private, and waits for others to let go of one. */
type Means = {
  readonly restrict: (path: string, kind: 'file' | 'directory') => Promise<void>;
  readonly patiently: <T>(run: () => Promise<T>) => Promise<T>;
  readonly patientlyNow: (run: () => void) => void;
};

export const createPrivateFiles = ({ windows, clock }: PrivateFilesOptions): PrivateFiles => {
  const means = windows === null ? meansOfModes : meansOfLists(windows, clock);
  const { restrict, patiently, patientlyNow } = means;
  return {
    makeDirectory: (path) =>
      namingFaults(path, async () => {
        for (const missing of await findMissing(path)) await makeDirectory(missing, means);
        await restrict(path, 'directory');
      }),
    read: (path) => namingFaults(path, () => readFileOf(path, means)),
    write: (path, text) =>
      namingFaults(path, async () => {
        const temporary = await writeTemporary(path, text, means);
        try {
          await patiently(() => rename(temporary, path));
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        await syncDirectory(dirname(path));
      }),
    create: (path, text) => namingFaults(path, () => createFile(path, text, means)),
    move: (from, to) => patiently(() => rename(from, to)),
    remove: (path) =>
      namingFaults(path, async () => {
        await patiently(() => rm(path, { force: true }));
        await syncDirectory(dirname(path));
      }),
    writeNow: (path, text) => {
      const temporary = `${path}.tmp`;
      writeFileSync(temporary, text, { mode: 0o600 });
      patientlyNow(() => renameSync(temporary, path));
    },
    removeNow: (path) => patientlyNow(() => rmSync(path, { force: true })),
  };
};

const meansOfModes: Means = {
  restrict: (path, kind) => chmod(path, kind === 'directory' ? 0o700 : 0o600),
  patiently: (run) => run(),
  patientlyNow: (run) => run(),
};

const meansOfLists = (windows: WindowsSystem, clock: Clock): Means => ({
  restrict: async (path, kind) => {
    // Whether it is there is told by an error with a code of its own.
    await stat(path);
    try {
      windows.restrict(path, kind);
    } catch (cause) {
      // A drive without access lists (FAT) is one of the reasons.
      throw Object.assign(new Error(`${path} cannot be kept from others`, { cause }), {
        code: 'EPERM',
        path,
      });
    }
  },
  patiently: (run) => whileInUse(run, clock),
  patientlyNow: whileInUseSync,
});

const readFileOf = async (path: string, { restrict, patiently }: Means): Promise<string | null> => {
  try {
    const text = await patiently(() => readFile(path, 'utf8'));
    await restrict(path, 'file');
    return text;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const createFile = async (path: string, text: string, means: Means): Promise<boolean> => {
  const { patiently } = means;
  const temporary = await writeTemporary(path, text, means);
  try {
    await patiently(() => link(temporary, path));
    await syncDirectory(dirname(path));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // Some file systems have no links; there it is created in place, which is only not safe against a crash.
    return await createInPlace(path, text, means);
  } finally {
    await patiently(() => rm(temporary, { force: true }));
  }
};

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
const makeDirectory = async (path: string, { restrict }: Means): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
    await restrict(path, 'directory');
  } catch (error) {
    // Another daemon may have been first. Of a link to nothing it is said what `stat` says: there is none.
    if (!hasCode(error, 'EEXIST') || !(await stat(path)).isDirectory()) throw error;
  }
};

const createInPlace = async (path: string, text: string, { restrict }: Means): Promise<boolean> => {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
    await restrict(path, 'file');
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

const writeTemporary = async (path: string, text: string, { restrict }: Means): Promise<string> => {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    // Before anything stands in it.
    await restrict(temporary, 'file');
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
