import { Migrator, type Kysely, type Migration } from 'kysely';
import { createFirstTables } from './migration-0001-first-tables.ts';
import { addModelAgents } from './migration-0002-model-agents.ts';
import { addRunRequests } from './migration-0003-run-requests.ts';
import type { Schema } from './schema.ts';

/** In order; a released migration never changes. */
const migrations: Record<string, Migration> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-model-agents': { up: addModelAgents },
  '0003-run-requests': { up: addRunRequests },
};

/** Throws when the file was written by a newer version or a migration fails; the file is then unchanged. */
export async function applyMigrations(database: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('The database could not be brought to this version of harness-ui.', { cause: error });
  }
}
