import type { Device } from '../../shared/devices.ts';
import type { DeviceHub } from '../device-hub/device-hub.ts';
import type { LiveEvents } from '../live-events/live-events.ts';
import type { DeviceRepository, StoredDevice } from './device-repository.ts';

type ViewParts = {
  readonly devices: DeviceRepository;
  readonly hub: DeviceHub;
  readonly events: LiveEvents;
};

/** Devices as people see them: what is stored together with what is live. */
export type DeviceView = {
  list(): Promise<Device[]>;
  find(deviceId: string): Promise<Device | undefined>;
  /** Publishes the present state; later states never overtake earlier ones. */
  announce(deviceId: string): Promise<void>;
  /** Resolves when everything announced so far is published. */
  announced(): Promise<void>;
};

export function createDeviceView({ devices, hub, events }: ViewParts): DeviceView {
  const toDevice = (stored: StoredDevice) => describeDevice(stored, hub);
  const find = async (deviceId: string) => {
    const stored = await devices.find(deviceId);
    return stored === undefined ? undefined : toDevice(stored);
  };
  let announcing: Promise<void> = Promise.resolve();
  return {
    list: async () => (await devices.list()).map(toDevice),
    find,
    announce(deviceId) {
      const announced = announcing.then(async () => {
        const device = await find(deviceId);
        if (device !== undefined) await events.publish({ type: 'device', device });
      });
      announcing = announced.catch(() => undefined);
      return announced;
    },
    announced: () => announcing,
  };
}

function describeDevice(stored: StoredDevice, hub: DeviceHub): Device {
  return {
    device_id: stored.device_id,
    name: stored.name,
    status: stored.revoked ? 'revoked' : hub.connectionState(stored.device_id),
    address: stored.address,
    paired_at: stored.paired_at,
    last_seen_at: stored.last_seen_at,
    desktop: stored.desktop,
    problem: stored.revoked ? null : hub.problem(stored.device_id),
  };
}
