import { existsSync } from 'node:fs';
import { createAuthRepository } from '../auth/auth-repository.ts';
import { createOneTimeLink } from '../auth/one-time-link.ts';
import type { Clock } from '../clock.ts';
import { dataPaths, readServerAddress } from '../config/data-directory.ts';
import { UsageError } from '../config/usage-error.ts';
import { connectDatabase } from '../database/connection.ts';
import { lockDataDirectory } from '../database/data-directory-lock.ts';
import type { Randomness } from '../randomness.ts';

type Sources = { readonly clock: Clock; readonly random: Randomness };

/** A link that signs the owner in once, for the server that runs on `dataDir`. */
export async function createSignInLink(dataDir: string, sources: Sources): Promise<string> {
  requireRunning(dataDir);
  const origin = await readServerAddress(dataDir);
  const database = connectDatabase(dataPaths(dataDir).database);
  try {
    const auth = createAuthRepository(database);
    if ((await auth.ownerPasswordHash()) === undefined) {
      throw new UsageError(
        'The owner is not set up yet. Open the set-up link that harness-ui printed at its start.',
      );
    }
    return await createOneTimeLink({ ...sources, auth }, 'sign_in', origin);
  } finally {
    await database.destroy();
  }
}

function requireRunning(dataDir: string): void {
  const { address, lock } = dataPaths(dataDir);
  const free = existsSync(address) ? lockDataDirectory(lock) : undefined;
  free?.release();
  if (existsSync(address) && free === undefined) return;
  throw new UsageError(`No harness-ui runs on ${dataDir}. Start it first, or give its --data-dir.`);
}
