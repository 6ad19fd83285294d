import type { WebSocket } from '@fastify/websocket';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CoreContext } from '../core-context.ts';
import type { DeviceRepository, StoredDevice } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import { untilAborted } from '../until-aborted.ts';
import type { DeviceHub } from './device-hub.ts';
import { createLiveDevice, type DeviceStart, type LiveDevice } from './live-device.ts';
import { startSocketHeartbeat, type HeartbeatTimes } from './socket-heartbeat.ts';

/** Close codes of a device's socket; the daemon reconnects after any but `revoked`. */
const closeCodes = { goingAway: 1001, unusable: 4000, superseded: 4001, revoked: 4003 } as const;
const defaultHeartbeat: HeartbeatTimes = { intervalMs: 20_000, answerMs: 10_000 };

type HubOptions = {
  readonly core: Pick<CoreContext, 'clock' | 'random' | 'log' | 'config'>;
  readonly devices: DeviceRepository;
  readonly audit: AuditLog;
  /** Called after each change of what the hub or the repository says about a device. */
  readonly onChange: (deviceId: string) => void;
  readonly heartbeat?: HeartbeatTimes;
};

export function createDeviceHub(options: HubOptions): DeviceHub {
  const live = new Map<string, Connected>();
  const problems = new Map<string, string>();
  const following = new Set<Promise<void>>();
  const requireLive = async (deviceId: string): Promise<LiveDevice> => {
    const connected = live.get(deviceId);
    if (connected !== undefined) return connected.device;
    throw (await options.devices.find(deviceId))?.revoked === true ? revoked() : offline();
  };
  const refresh = (deviceId: string): void => {
    const connected = live.get(deviceId);
    if (connected === undefined || connected.state === 'connecting' || connected.isLooking) return;
    void lookAgain({ ...options, live, problems, connected, deviceId });
  };
  const drop = (deviceId: string, problem: ProblemError, code: number) =>
    live.get(deviceId)?.device.drop(problem, code);

  return {
    connectionState: (deviceId) => live.get(deviceId)?.state ?? 'offline',
    protocolVersion: (deviceId) => live.get(deviceId)?.device.protocolVersion ?? null,
    problem: (deviceId) => problems.get(deviceId) ?? null,
    async acquireSession(deviceId, request) {
      const device = await requireLive(deviceId);
      try {
        const session = await device.acquireSession(request);
        if (problems.has(deviceId)) refresh(deviceId);
        return session;
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'device_not_ready') refresh(deviceId);
        throw error;
      }
    },
    listDirectory: async (deviceId, request) => (await requireLive(deviceId)).listDirectory(request),
    refresh,
    accept(stored, socket, address) {
      const deviceId = stored.device_id;
      drop(deviceId, superseded(), closeCodes.superseded);
      const device = openDevice(options, stored, socket);
      const connected: Connected = { device, state: 'connecting', isLooking: false };
      live.set(deviceId, connected);
      const followed = follow({ ...options, live, problems, connected, deviceId, address, stored });
      following.add(followed);
      void followed.then(() => following.delete(followed));
    },
    revoke: (deviceId) => drop(deviceId, revoked(), closeCodes.revoked),
    async close() {
      for (const deviceId of [...live.keys()]) drop(deviceId, goingAway(), closeCodes.goingAway);
      await Promise.all(following);
    },
  };
}

type Connected = { readonly device: LiveDevice; state: 'connecting' | 'connected'; isLooking: boolean };

function openDevice(
  { core, devices, heartbeat }: HubOptions,
  stored: StoredDevice,
  socket: WebSocket,
): LiveDevice {
  startSocketHeartbeat(socket, heartbeat ?? defaultHeartbeat);
  return createLiveDevice({
    transport: createWebSocketTransport(socket),
    expectedDeviceId: stored.claimedDeviceId,
    version: core.config.version,
    createId: () => core.random.uuid(),
    // Its Bearer was checked before the upgrade; it may have been revoked since.
    admit: async () => {
      const now = await devices.find(stored.device_id);
      if (now === undefined || now.revoked) throw revoked();
    },
  });
}

type Following = HubOptions & {
  live: Map<string, Connected>;
  problems: Map<string, string>;
  connected: Connected;
  deviceId: string;
};

/** Keeps the books of one socket until it ends. Never rejects. */
async function follow(following: Following & { address: string; stored: StoredDevice }): Promise<void> {
  const { core, devices, live, connected, deviceId, address, stored } = following;
  const { device } = connected;
  try {
    await devices.recordSeen(deviceId, { at: core.clock.now(), address });
    if (stored.last_seen_at === null) {
      const actor = { kind: 'device', name: stored.name, address } as const;
      await following.audit.record({ actor, action: 'device.connected', subject: deviceId });
    }
    following.onChange(deviceId);
    await recordStart(following, await device.started);
    await untilAborted(device.lost);
    core.log.info({ device_id: deviceId, reason: reasonOf(device.lost) }, 'device disconnected');
    await devices.recordSeen(deviceId, { at: core.clock.now() });
  } catch (error) {
    core.log.error({ err: error, device_id: deviceId }, 'device connection failed');
    device.drop(new ProblemError('internal', 'The server could not follow the device.'), closeCodes.unusable);
  } finally {
    if (live.get(deviceId) === connected) live.delete(deviceId);
    following.onChange(deviceId);
  }
}

async function recordStart(following: Following, found: DeviceStart): Promise<void> {
  const { core, connected, deviceId } = following;
  if (!isCurrent(following)) return;
  if (found.desktop === null) {
    const { problem } = found;
    following.problems.set(deviceId, problem ?? '');
    core.log.warn({ device_id: deviceId, problem }, 'device could not be initialized');
    connected.device.drop(new ProblemError('device_failed', problem ?? ''), closeCodes.unusable);
    return;
  }
  await recordDesktop(following, found);
  connected.state = 'connected';
  core.log.info({ device_id: deviceId, problem: found.problem }, 'device connected');
  following.onChange(deviceId);
}

/** Never rejects: a look that cannot be written down is only logged. */
async function lookAgain(following: Following): Promise<void> {
  const { core, connected, deviceId } = following;
  connected.isLooking = true;
  try {
    const found = await connected.device.look();
    if (!isCurrent(following)) return;
    await recordDesktop(following, found);
    following.onChange(deviceId);
  } catch (error) {
    core.log.error({ err: error, device_id: deviceId }, 'a look at the device could not be stored');
  } finally {
    connected.isLooking = false;
  }
}

async function recordDesktop(following: Following, { desktop, problem }: DeviceStart): Promise<void> {
  const { devices, problems, deviceId } = following;
  if (problem === null) problems.delete(deviceId);
  else problems.set(deviceId, problem);
  if (desktop !== null) await devices.recordDesktop(deviceId, desktop);
}

/** False once the socket ended or a newer one took its place. */
function isCurrent({ live, connected, deviceId }: Following): boolean {
  return live.get(deviceId) === connected && !connected.device.lost.aborted;
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof ProblemError ? reason.code : 'unknown');
const superseded = () =>
  new ProblemError('device_superseded', 'The device connected again; this connection ended.');
const revoked = () => new ProblemError('device_revoked', 'The device was revoked. Pair it again to use it.');
const offline = () =>
  new ProblemError('device_offline', 'The device is offline. Start its daemon, then try again.');
const goingAway = () => new ProblemError('shutting_down', 'The server is stopping.');
