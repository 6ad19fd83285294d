import { chmodSync, existsSync } from 'node:fs';
import { Kysely, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import { applyMigrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { keepStatements } from './statement-cache.ts';

/**
 * One SQLite connection; a transaction is a `Database`, too. Inside a transaction use only the transaction's handle:
 * the outer one waits until it ends.
 */
export type Database = Kysely<Schema>;

const busyTimeoutMs = 5000;

/** Opens (or makes) the file for its owner only and brings it to the newest schema. The caller calls `destroy()`. */
export async function openDatabase(path: string): Promise<Database> {
  const database = connectDatabase(path);
  await applyMigrations(database);
  return database;
}

/** The file as it is, also while a server uses it. The caller calls `destroy()`. */
export function connectDatabase(path: string): Database {
  const sqlite = new Sqlite(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('synchronous = NORMAL');
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: keepStatements(sqlite) }) });
}
