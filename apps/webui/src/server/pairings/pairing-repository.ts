import type { Selectable } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';

export type StoredPairing = {
  readonly pairingId: string;
  readonly credentialHash: string;
  readonly claimedDeviceId: string;
  readonly name: string;
  readonly address: string;
  readonly status: 'pending' | 'rejected';
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

type ApprovedDevice = {
  readonly deviceId: string;
  readonly pairing: StoredPairing;
  readonly now: Date;
};

/** Requests that wait for the owner, and rejected ones until they expire. */
export type PairingRepository = {
  find(pairingId: string): Promise<StoredPairing | undefined>;
  listPending(now: Date): Promise<StoredPairing[]>;
  /** False when `capacity` requests wait already. */
  add(pairing: StoredPairing, capacity: number): Promise<boolean>;
  reject(pairingId: string): Promise<void>;
  /** Turns the request into a device. False when another call did so first. */
  approve(approved: ApprovedDevice): Promise<boolean>;
  /** Gives the pending ones that ended by it. */
  removeExpired(now: Date): Promise<StoredPairing[]>;
};

export function createPairingRepository(database: Database): PairingRepository {
  const pairings = () => database.selectFrom('pairings').selectAll();
  return {
    async find(pairingId) {
      const row = await pairings().where('pairing_id', '=', pairingId).executeTakeFirst();
      return row === undefined ? undefined : storedPairing(row);
    },
    async listPending(now) {
      const pending = pairings().where('status', '=', 'pending').where('expires_at', '>', now.toISOString());
      return (await pending.orderBy('created_at').execute()).map(storedPairing);
    },
    add: (pairing, capacity) => addPairing(database, pairing, capacity),
    async reject(pairingId) {
      await database
        .updateTable('pairings')
        .set({ status: 'rejected' })
        .where('pairing_id', '=', pairingId)
        .execute();
    },
    approve: (approved) => approvePairing(database, approved),
    async removeExpired(now) {
      const expired = database.deleteFrom('pairings').where('expires_at', '<=', now.toISOString());
      const rows = await expired.returningAll().execute();
      return rows.filter(({ status }) => status === 'pending').map(storedPairing);
    },
  };
}

async function addPairing(database: Database, pairing: StoredPairing, capacity: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const waiting = await transaction
      .selectFrom('pairings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'pending')
      .where('expires_at', '>', pairing.createdAt.toISOString())
      .executeTakeFirstOrThrow();
    if (waiting.count >= capacity) return false;
    await transaction.deleteFrom('pairings').where('pairing_id', '=', pairing.pairingId).execute();
    const row = {
      pairing_id: pairing.pairingId,
      credential_hash: pairing.credentialHash,
      claimed_device_id: pairing.claimedDeviceId,
      name: pairing.name,
      address: pairing.address,
      status: pairing.status,
      created_at: pairing.createdAt.toISOString(),
      expires_at: pairing.expiresAt.toISOString(),
    };
    await transaction.insertInto('pairings').values(row).execute();
    return true;
  });
}

async function approvePairing(
  database: Database,
  { deviceId, pairing, now }: ApprovedDevice,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('pairings')
      .where('pairing_id', '=', pairing.pairingId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const row = {
      device_id: deviceId,
      credential_hash: pairing.credentialHash,
      claimed_device_id: pairing.claimedDeviceId,
      name: pairing.name,
      status: 'active' as const,
      address: pairing.address,
      paired_at: now.toISOString(),
    };
    await transaction.insertInto('devices').values(row).execute();
    return true;
  });
}

function storedPairing(row: Selectable<Schema['pairings']>): StoredPairing {
  return {
    pairingId: row.pairing_id,
    credentialHash: row.credential_hash,
    claimedDeviceId: row.claimed_device_id,
    name: row.name,
    address: row.address,
    status: row.status,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}
