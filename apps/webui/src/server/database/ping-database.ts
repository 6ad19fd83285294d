import { sql } from 'kysely';
import type { Database } from './connection.ts';

/** Throws when the database cannot answer. */
export async function pingDatabase(database: Database): Promise<void> {
  await sql`SELECT 1`.execute(database);
}
