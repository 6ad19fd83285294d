import type { Database } from '../database/connection.ts';
import type { WebSession } from './caller.ts';

type NewSession = {
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly address: string;
  readonly userAgent: string;
  readonly expiresAt: Date;
  readonly now: Date;
};
type SessionUse = Pick<WebSession, 'tokenHash' | 'expiresAt' | 'lastSeenAt'> & { readonly address: string };
type ListedSession = {
  readonly sessionId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
};

/** Browser sessions by the hash of their cookie; to be spread into the `AuthRepository`. */
export function sessionQueries(database: Database) {
  return {
    async createSession(session: NewSession): Promise<void> {
      await database
        .deleteFrom('web_sessions')
        .where('expires_at', '<=', session.now.toISOString())
        .execute();
      const row = {
        token_hash: session.tokenHash,
        session_id: session.sessionId,
        address: session.address,
        user_agent: session.userAgent,
        created_at: session.now.toISOString(),
        last_seen_at: session.now.toISOString(),
        expires_at: session.expiresAt.toISOString(),
      };
      await database.insertInto('web_sessions').values(row).execute();
    },
    async findSession(tokenHash: string, now: Date): Promise<WebSession | undefined> {
      const row = await database
        .selectFrom('web_sessions')
        .select(['session_id', 'expires_at', 'last_seen_at'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const times = { expiresAt: new Date(row.expires_at), lastSeenAt: new Date(row.last_seen_at) };
      return { sessionId: row.session_id, tokenHash, ...times };
    },
    async recordSessionUse({ tokenHash, expiresAt, lastSeenAt, address }: SessionUse): Promise<void> {
      await database
        .updateTable('web_sessions')
        .set({ expires_at: expiresAt.toISOString(), last_seen_at: lastSeenAt.toISOString(), address })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    /** The last seen first. */
    async listSessions(now: Date): Promise<ListedSession[]> {
      const rows = await database
        .selectFrom('web_sessions')
        .select(['session_id', 'address', 'user_agent', 'created_at', 'last_seen_at'])
        .where('expires_at', '>', now.toISOString())
        .orderBy('last_seen_at', 'desc')
        .orderBy('session_id')
        .execute();
      return rows.map((row) => ({
        sessionId: row.session_id,
        address: row.address,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      }));
    },
    ...endQueries(database),
  };
}

function endQueries(database: Database) {
  return {
    /** False when there was none. */
    async deleteSession(sessionId: string): Promise<boolean> {
      const ended = database.deleteFrom('web_sessions').where('session_id', '=', sessionId);
      return (await ended.executeTakeFirst()).numDeletedRows === 1n;
    },
    /** All but `keptSessionId`; gives the ids of those that ended. */
    async deleteSessions(keptSessionId?: string): Promise<string[]> {
      let ended = database.deleteFrom('web_sessions').returning('session_id');
      if (keptSessionId !== undefined) ended = ended.where('session_id', '!=', keptSessionId);
      return (await ended.execute()).map((row) => row.session_id);
    },
  };
}
