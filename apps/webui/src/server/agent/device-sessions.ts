import type { Binding } from '../../shared/bindings.ts';
import type { DeviceHub, DeviceSession } from '../device-hub/device-hub.ts';

/** The sessions of one run: one a device, opened when first needed, closed with the run. */
export type DeviceSessions = {
  /** The open session if it is still good. */
  current(deviceId: string): DeviceSession | undefined;
  /** The open session, or a new one when there is none or the old one was lost. */
  acquire(binding: Binding, signal: AbortSignal): Promise<DeviceSession>;
  /** Forgets a session that is no longer good and closes it as far as that is possible. */
  drop(deviceId: string): void;
  /** Idempotent; settles when every session is released. */
  close(): Promise<void>;
};

export function createDeviceSessions(hub: DeviceHub): DeviceSessions {
  const sessions = new Map<string, DeviceSession>();
  const releases = new Set<Promise<void>>();
  let closed = false;

  const drop = (deviceId: string): void => {
    const session = sessions.get(deviceId);
    if (session === undefined) return;
    sessions.delete(deviceId);
    const release = session.release().finally(() => releases.delete(release));
    releases.add(release);
  };
  const current = (deviceId: string): DeviceSession | undefined => {
    if (sessions.get(deviceId)?.lost.aborted === true) drop(deviceId);
    return sessions.get(deviceId);
  };

  return {
    current,
    drop,
    async acquire({ device_id, working_directory }, signal) {
      const open = current(device_id);
      if (open !== undefined) return open;
      const session = await hub.acquireSession(device_id, {
        workingDirectory: working_directory,
        requiredMethods: [],
        signal,
      });
      sessions.set(device_id, session);
      // The run ended while the session was being opened.
      if (closed) drop(device_id);
      return session;
    },
    async close() {
      closed = true;
      for (const deviceId of [...sessions.keys()]) drop(deviceId);
      await Promise.all(releases);
    },
  };
}
