import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './connection.ts';

describe('database file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'harness-ui-database-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is readable by its owner only, also its write-ahead log', async () => {
    const path = join(folder, 'harness-ui.db');
    const database = await openDatabase(path);
    await database.insertInto('projects').values(project('p-1')).execute();
    const modes = ['', '-wal', '-shm'].map((suffix) => statSync(`${path}${suffix}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await database.destroy();
  });

  it('keeps rows and applies migrations once when it is opened again', async () => {
    const path = join(folder, 'harness-ui.db');
    const first = await openDatabase(path);
    await first.insertInto('projects').values(project('p-1')).execute();
    await first.destroy();
    const second = await openDatabase(path);
    expect(await second.selectFrom('projects').select('project_id').execute()).toEqual([
      { project_id: 'p-1' },
    ]);
    await second.destroy();
  });

  it('refuses a row that points at nothing', async () => {
    const database = await openDatabase(':memory:');
    const thread = {
      thread_id: 't-1',
      project_id: 'missing',
      title: 'x',
      configuration_json: '{}',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    };
    await expect(database.insertInto('threads').values(thread).execute()).rejects.toThrow(/FOREIGN KEY/);
    await database.destroy();
  });

  it('rolls a failed transaction back', async () => {
    const database = await openDatabase(':memory:');
    const attempt = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('projects').values(project('p-1')).execute();
      throw new Error('stop here');
    });
    await expect(attempt).rejects.toThrow('stop here');
    expect(await database.selectFrom('projects').selectAll().execute()).toEqual([]);
    await database.destroy();
  });
});

const project = (projectId: string) => ({
  project_id: projectId,
  name: 'Project',
  configuration_json: '{"environment_bindings":[],"default_environment":null}',
  created_at: '2026-01-01T00:00:00.000Z',
});
