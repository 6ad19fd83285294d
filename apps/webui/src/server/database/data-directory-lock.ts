import Sqlite from 'libsql';

export type DataDirectoryLock = { release(): void };

/**
 * Takes the folder for this process, or gives `undefined` when another one has it. The lock is SQLite's own lock on an
 * empty file: the system drops it when the process dies in whatever way, so none is ever stale.
 */
export function lockDataDirectory(path: string): DataDirectoryLock | undefined {
  const sqlite = new Sqlite(path);
  try {
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  let held = true;
  return {
    release() {
      if (held) sqlite.close();
      held = false;
    },
  };
}

const isBusy = (error: unknown) =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
