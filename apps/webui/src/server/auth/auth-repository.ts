import type { Database } from '../database/connection.ts';
import { sessionQueries } from './web-session-repository.ts';

export type LinkPurpose = 'setup' | 'sign_in';

/** The owner, one-time links and browser sessions. Only hashes of secrets come in here. */
export type AuthRepository = ReturnType<typeof createAuthRepository>;

export function createAuthRepository(database: Database) {
  return { ...ownerQueries(database), ...linkQueries(database), ...sessionQueries(database) };
}

function ownerQueries(database: Database) {
  return {
    async ownerPasswordHash(): Promise<string | undefined> {
      const row = await database.selectFrom('owner').select('password_hash').executeTakeFirst();
      return row?.password_hash;
    },
    /** Links that were made with the old password stop working, too. */
    async changePassword(passwordHash: string): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await transaction.updateTable('owner').set({ password_hash: passwordHash }).execute();
        await transaction.deleteFrom('one_time_links').execute();
      });
    },
    /** Spends the set-up link and makes the owner, or neither. */
    async setUpOwner(owner: { tokenHash: string; passwordHash: string; now: Date }): Promise<boolean> {
      return database.transaction().execute(async (transaction) => {
        if (!(await takeLink(transaction, { ...owner, purpose: 'setup' }))) return false;
        const row = { owner_id: 1, password_hash: owner.passwordHash, created_at: owner.now.toISOString() };
        await transaction.insertInto('owner').values(row).execute();
        return true;
      });
    },
  };
}

function linkQueries(database: Database) {
  return {
    /** Makes the only link of its purpose: earlier ones stop working. */
    async replaceLink(link: { tokenHash: string; purpose: LinkPurpose; expiresAt: Date }): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('one_time_links').where('purpose', '=', link.purpose).execute();
        const row = {
          token_hash: link.tokenHash,
          purpose: link.purpose,
          expires_at: link.expiresAt.toISOString(),
        };
        await transaction.insertInto('one_time_links').values(row).execute();
      });
    },
    /** Whether the link would be accepted; does not spend it. */
    async hasLink(link: { tokenHash: string; purpose: LinkPurpose; now: Date }): Promise<boolean> {
      const row = await database
        .selectFrom('one_time_links')
        .select('token_hash')
        .where('token_hash', '=', link.tokenHash)
        .where('purpose', '=', link.purpose)
        .where('expires_at', '>', link.now.toISOString())
        .executeTakeFirst();
      return row !== undefined;
    },
    takeLink: (link: { tokenHash: string; purpose: LinkPurpose; now: Date }) => takeLink(database, link),
  };
}

/** True once for each link: the delete decides. */
async function takeLink(
  database: Database,
  link: { tokenHash: string; purpose: LinkPurpose; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('one_time_links')
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', '=', link.purpose)
    .where('expires_at', '>', link.now.toISOString())
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
