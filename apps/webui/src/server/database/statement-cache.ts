import type { SqliteDatabase } from 'kysely';

/** More than the program has queries of one shape; those whose shape depends on their input push each other out. */
const mostStatements = 256;

/**
 * The same database, which prepares each statement once: SQLite takes longer to read a statement than to run it. One
 * connection runs one statement at a time, so that none is used twice at once.
 */
export function keepStatements(database: SqliteDatabase): SqliteDatabase {
  /** The one that was used last is the last. */
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    prepare(sql) {
      const statement = kept.get(sql) ?? database.prepare(sql);
      kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.keys();
      if (kept.size > mostStatements && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close() {
      kept.clear();
      database.close();
    },
  };
}
