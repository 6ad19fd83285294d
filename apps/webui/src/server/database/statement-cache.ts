import type { SqliteDatabase } from 'kysely';

/** More than the program has queries of one shape; those whose shape depends on their input push each other out. */
const mostStatements = 256;

type Statement = ReturnType<SqliteDatabase['prepare']>;

/**
 * The same database, which prepares each statement once: SQLite takes longer to read a statement than to run it. One
 * connection runs one statement at a time, so that none is used twice at once.
 */
export function keepStatements(database: SqliteDatabase): SqliteDatabase {
  /** What was used lately is in `recent`; when that is full, what is only in `earlier` is given up. */
  let recent = new Map<string, Statement>();
  let earlier = new Map<string, Statement>();
  return {
    prepare(sql) {
      const known = recent.get(sql);
      if (known !== undefined) return known;
      const statement = earlier.get(sql) ?? database.prepare(sql);
      if (recent.size >= mostStatements / 2) {
        earlier = recent;
        recent = new Map();
      }
      recent.set(sql, statement);
      return statement;
    },
    close() {
      recent.clear();
      earlier.clear();
      database.close();
    },
  };
}
