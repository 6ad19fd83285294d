import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { keepStatements } from './statement-cache.ts';

const open = () => {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec('CREATE TABLE t (a INTEGER)');
  let prepared = 0;
  const database = keepStatements({
    prepare: (sql) => {
      prepared += 1;
      return sqlite.prepare(sql);
    },
    close: () => void sqlite.close(),
  });
  return { sqlite, database, prepared: () => prepared };
};

describe('a database that keeps its statements', () => {
  it('prepares each once and runs it with what is given each time', () => {
    const { database, prepared } = open();
    for (const value of [1, 2, 3]) database.prepare('INSERT INTO t VALUES (?)').run([value]);
    expect(database.prepare('SELECT a FROM t WHERE a > ?').all([1])).toEqual([{ a: 2 }, { a: 3 }]);
    expect(database.prepare('SELECT a FROM t WHERE a > ?').all([2])).toEqual([{ a: 3 }]);
    expect(prepared()).toBe(2);
    database.close();
  });

  it('sees a column that was added after a statement was prepared', () => {
    const { sqlite, database } = open();
    database.prepare('INSERT INTO t VALUES (?)').run([1]);
    expect(database.prepare('SELECT * FROM t').all([])).toEqual([{ a: 1 }]);
    sqlite.exec("ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'new'");
    expect(database.prepare('SELECT * FROM t').all([])).toEqual([{ a: 1, b: 'new' }]);
    database.close();
  });

  it('goes on after a statement that failed', () => {
    const { sqlite, database } = open();
    sqlite.exec('CREATE UNIQUE INDEX i ON t (a)');
    const insert = () => database.prepare('INSERT INTO t VALUES (?)').run([1]);
    insert();
    expect(insert).toThrow('UNIQUE');
    database.prepare('DELETE FROM t').run([]);
    expect(insert).not.toThrow();
    database.close();
  });

  it('lets go of the oldest when there are too many', () => {
    const { database, prepared } = open();
    for (let value = 0; value < 300; value += 1) database.prepare(`SELECT ${value} AS a`).all([]);
    expect(database.prepare('SELECT 299 AS a').all([])).toEqual([{ a: 299 }]);
    expect(prepared()).toBe(300);
    expect(database.prepare('SELECT 0 AS a').all([])).toEqual([{ a: 0 }]);
    expect(prepared()).toBe(301);
    database.close();
  });
});
