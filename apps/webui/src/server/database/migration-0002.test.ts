import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunRepository } from '../runs/run-repository.ts';
import { createToolCallRepository } from '../runs/tool-call-repository.ts';
import { connectDatabase, openDatabase } from './connection.ts';
import { createFirstTables } from './migration-0001-first-tables.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-ui-migration-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = '2026-05-04T10:20:30.000Z';
const nothing = `'{"environment_bindings":[],"default_environment":null}'`;
/** As the first version wrote them. */
const rows = [
  `INSERT INTO threads VALUES ('t-1', NULL, 'Letters', ${nothing}, '${at}', '${at}')`,
  `INSERT INTO web_sessions VALUES ('hash-1', '${at}', '2027-01-01T00:00:00.000Z'), ('hash-2', '${at}', '2027-01-01T00:00:00.000Z')`,
  `INSERT INTO runs VALUES (7, 'run-1', 't-1', 'operator', 'stopped', 'Stopped by you.', ${nothing}, '["computer_describe"]', '${at}', '${at}')`,
  `INSERT INTO tool_calls VALUES
    (3, 'c-1', 'run-1', 't-1', '{"tool":"computer_press_keys","arguments":{"keys":["enter"]}}', 'desktop', 'op-1', 'finished',
      '{"kind":"action","ok":true,"effect":"executed","input_cleanup_complete":true,"receipt":{"operation_id":"op-1","stage":"completed"}}', '${at}', 84),
    (5, 'c-2', 'run-1', 't-1', '{"tool":"computer_describe","arguments":{}}', NULL, NULL, 'running', NULL, '${at}', NULL)`,
  `INSERT INTO attachments VALUES ('att-1', 't-1', 'run-1', 'abc', 'image/png', 8, 6, 3, '${at}', '${at}', NULL)`,
  `INSERT INTO events VALUES (41, '{}', '${at}')`,
];

it('keeps what the first version stored, and reads the same of it', async () => {
  const path = join(folder, 'harness-ui.db');
  const first = connectDatabase(path);
  const provider = {
    getMigrations: () => Promise.resolve({ '0001-first-tables': { up: createFirstTables } }),
  };
  expect((await new Migrator({ db: first, provider }).migrateToLatest()).error).toBeUndefined();
  for (const row of rows) await sql.raw(row).execute(first);
  await first.destroy();

  const database = await openDatabase(path);
  const [run] = await createRunRepository(database).listByThread('t-1');
  expect(run).toMatchObject({
    run_id: 'run-1',
    agent: 'operator',
    agent_name: 'Operator',
    state: 'stopped',
    reason: 'Stopped by you.',
    ended_by: 'person',
    tools: ['computer_describe'],
    model: null,
    approval: 'none',
    started_at: at,
    ended_at: at,
  });
  const calls = await createToolCallRepository(database).listByThread('t-1');
  expect(calls).toMatchObject([
    { call_id: 'c-1', alias: 'desktop', state: 'finished', result: { effect: 'executed' }, duration_ms: 84 },
    { call_id: 'c-2', alias: null, state: 'running', result: null, duration_ms: null },
  ]);
  expect(await database.selectFrom('attachments').select(['attachment_id', 'run_id']).execute()).toEqual([
    { attachment_id: 'att-1', run_id: 'run-1' },
  ]);
  const sessions = await database.selectFrom('web_sessions').selectAll().orderBy('token_hash').execute();
  expect(sessions).toMatchObject([
    { token_hash: 'hash-1', last_seen_at: at },
    { token_hash: 'hash-2', last_seen_at: at },
  ]);
  expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(2);

  expect((await sql`PRAGMA foreign_key_check`.execute(database)).rows).toEqual([]);
  const indices = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'index'`.execute(
    database,
  );
  expect(indices.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'runs_by_thread',
      'tool_calls_by_thread',
      'attachments_by_thread',
      'attachments_by_digest',
      'attachments_by_expiry',
      'messages_by_thread',
      'web_sessions_by_id',
    ]),
  );
  // What refers to a thread still goes with it, and no number is given twice.
  await database.deleteFrom('threads').where('thread_id', '=', 't-1').execute();
  expect(await createToolCallRepository(database).listByThread('t-1')).toEqual([]);
  await database.destroy();
});
