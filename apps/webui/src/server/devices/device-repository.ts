import type { Selectable } from 'kysely';
import { deviceDesktopSchema, type Device, type DeviceDesktop } from '../../shared/devices.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';
import type { Schema } from '../database/schema.ts';

/** A paired device as it is stored; what is live about it is in the hub. */
export type StoredDevice = Omit<Device, 'status' | 'problem'> & {
  readonly credentialHash: string;
  readonly claimedDeviceId: string;
  readonly revoked: boolean;
};

export type DeviceRepository = {
  list(): Promise<StoredDevice[]>;
  find(deviceId: string): Promise<StoredDevice | undefined>;
  rename(deviceId: string, name: string): Promise<void>;
  revoke(deviceId: string): Promise<void>;
  remove(deviceId: string): Promise<void>;
  recordSeen(deviceId: string, seen: { at: Date; address?: string }): Promise<void>;
  recordDesktop(deviceId: string, desktop: DeviceDesktop): Promise<void>;
};

export function createDeviceRepository(database: Database): DeviceRepository {
  const change = (deviceId: string) => database.updateTable('devices').where('device_id', '=', deviceId);
  const rows = () => database.selectFrom('devices').selectAll();
  return {
    async list() {
      return (await rows().orderBy('paired_at').orderBy('device_id').execute()).map(storedDevice);
    },
    async find(deviceId) {
      const row = await rows().where('device_id', '=', deviceId).executeTakeFirst();
      return row === undefined ? undefined : storedDevice(row);
    },
    async rename(deviceId, name) {
      await change(deviceId).set({ name }).execute();
    },
    async revoke(deviceId) {
      await change(deviceId).set({ status: 'revoked' }).execute();
    },
    async remove(deviceId) {
      await database.deleteFrom('devices').where('device_id', '=', deviceId).execute();
    },
    async recordSeen(deviceId, { at, address }) {
      const seen = { last_seen_at: at.toISOString() };
      await change(deviceId)
        .set(address === undefined ? seen : { ...seen, address })
        .execute();
    },
    async recordDesktop(deviceId, desktop) {
      await change(deviceId)
        .set({ desktop_json: JSON.stringify(desktop) })
        .execute();
    },
  };
}

function storedDevice(row: Selectable<Schema['devices']>): StoredDevice {
  return {
    device_id: row.device_id,
    name: row.name,
    address: row.address,
    paired_at: row.paired_at,
    last_seen_at: row.last_seen_at,
    desktop: row.desktop_json === null ? null : parseJson(deviceDesktopSchema, row.desktop_json),
    credentialHash: row.credential_hash,
    claimedDeviceId: row.claimed_device_id,
    revoked: row.status === 'revoked',
  };
}
