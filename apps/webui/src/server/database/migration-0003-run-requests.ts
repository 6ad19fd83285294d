import { sql, type Kysely } from 'kysely';

/** The request that started a run, so that the same one again starts nothing. */
export async function addRunRequests(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `ALTER TABLE runs ADD COLUMN request_id TEXT`,
  `ALTER TABLE runs ADD COLUMN request_digest TEXT`,
  `CREATE UNIQUE INDEX runs_by_request ON runs (thread_id, request_id) WHERE request_id IS NOT NULL`,
];
