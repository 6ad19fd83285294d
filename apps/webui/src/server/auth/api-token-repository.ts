import type { Selectable } from 'kysely';
import * as z from 'zod';
import { tokenScopeSchema, type ApiToken } from '../../shared/access.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';
import type { Schema } from '../database/schema.ts';

const scopesSchema = z.array(tokenScopeSchema);

/** API tokens by their hash; the token itself is never stored. */
export type ApiTokenRepository = {
  /** False when `capacity` tokens exist already. */
  add(token: ApiToken & { token_hash: string }, capacity: number): Promise<boolean>;
  /** The newest first, also those that have expired. */
  list(): Promise<ApiToken[]>;
  /** Also one that has expired. */
  findByHash(tokenHash: string): Promise<ApiToken | undefined>;
  find(tokenId: string): Promise<ApiToken | undefined>;
  recordUse(tokenId: string, at: Date): Promise<void>;
  /** False when there was none. */
  remove(tokenId: string): Promise<boolean>;
};

export function createApiTokenRepository(database: Database): ApiTokenRepository {
  const rows = () => database.selectFrom('api_tokens').selectAll();
  return {
    async add({ scopes, ...token }, capacity) {
      return database.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('api_tokens')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= capacity) return false;
        const row = { ...token, scopes_json: JSON.stringify(scopes) };
        await transaction.insertInto('api_tokens').values(row).execute();
        return true;
      });
    },
    async list() {
      return (await rows().orderBy('created_at', 'desc').orderBy('token_id').execute()).map(apiTokenOf);
    },
    async findByHash(tokenHash) {
      const row = await rows().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row === undefined ? undefined : apiTokenOf(row);
    },
    async find(tokenId) {
      const row = await rows().where('token_id', '=', tokenId).executeTakeFirst();
      return row === undefined ? undefined : apiTokenOf(row);
    },
    async recordUse(tokenId, at) {
      await database
        .updateTable('api_tokens')
        .set({ last_used_at: at.toISOString() })
        .where('token_id', '=', tokenId)
        .execute();
    },
    async remove(tokenId) {
      const removed = database.deleteFrom('api_tokens').where('token_id', '=', tokenId);
      return (await removed.executeTakeFirst()).numDeletedRows === 1n;
    },
  };
}

function apiTokenOf(row: Selectable<Schema['api_tokens']>): ApiToken {
  const { token_id, name, created_at, expires_at, last_used_at, scopes_json } = row;
  return {
    token_id,
    name,
    scopes: parseJson(scopesSchema, scopes_json),
    created_at,
    expires_at,
    last_used_at,
  };
}
