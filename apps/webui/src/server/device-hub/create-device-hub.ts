import type { WebSocket } from '@fastify/websocket';
import { createDescriptorPool, type DescriptorPool } from '@harness-desktop/eip-client';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CoreContext } from '../core-context.ts';
import type { DeviceRepository, StoredDevice } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import { untilAborted } from '../until-aborted.ts';
import type { DeviceHub } from './device-hub.ts';
import { createLiveDevice, type DeviceStart, type LiveDevice } from './live-device.ts';
import { startSocketHeartbeat, type HeartbeatTimes } from './socket-heartbeat.ts';
import { createStartPlaces, defaultStartPace, type StartPlace, type StartPlaces } from './start-places.ts';

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
  const books: Books = {
    ...options,
    live,
    problems,
    descriptors: createDescriptorPool(),
    starts: createStartPlaces(defaultStartPace),
    createId: () => options.core.random.uuid(),
  };
  const requireLive = async (deviceId: string): Promise<LiveDevice> => {
    const connected = live.get(deviceId);
    if (connected !== undefined) return connected.device;
    throw (await options.devices.find(deviceId))?.revoked === true ? revoked() : offline();
  };
  const refresh = (deviceId: string): void => {
    const connected = live.get(deviceId);
    if (connected === undefined || connected.state === 'connecting' || connected.isLooking) return;
    void lookAgain(books, connected);
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
      const place = books.starts.take();
      const device = openDevice(books, { stored, place }, socket);
      const connected: Connected = { deviceId, device, state: 'connecting', isLooking: false };
      live.set(deviceId, connected);
      // Apart from what follows the socket to its end, which then holds nothing of how it began.
      const begun = begin(books, connected, { stored, address }).finally(() => place.leave());
      const followed = follow(books, connected, begun);
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

type Books = HubOptions & {
  readonly live: Map<string, Connected>;
  readonly problems: Map<string, string>;
  readonly descriptors: DescriptorPool;
  readonly starts: StartPlaces;
  readonly createId: () => string;
};

type Connected = {
  readonly deviceId: string;
  readonly device: LiveDevice;
  state: 'connecting' | 'connected';
  isLooking: boolean;
};

type Arrival = { readonly stored: StoredDevice; readonly address: string };

function openDevice(
  books: Books,
  { stored, place }: { stored: StoredDevice; place: StartPlace },
  socket: WebSocket,
): LiveDevice {
  const { core, devices, descriptors, createId, heartbeat } = books;
  startSocketHeartbeat(socket, heartbeat ?? defaultHeartbeat);
  return createLiveDevice({
    transport: createWebSocketTransport(socket),
    expectedDeviceId: stored.claimedDeviceId,
    version: core.config.version,
    createId,
    descriptors,
    // Its Bearer was checked before the upgrade; it may have been revoked since.
    admit: async () => {
      await place.taken;
      const now = await devices.find(stored.device_id);
      if (now === undefined || now.revoked) throw revoked();
    },
  });
}

/** Keeps the books of one socket until it ends. Never rejects. */
async function follow(books: Books, connected: Connected, begun: Promise<void>): Promise<void> {
  const { core, devices, live, onChange } = books;
  const { device, deviceId } = connected;
  try {
    await begun;
    await untilAborted(device.lost);
    core.log.info({ device_id: deviceId, reason: reasonOf(device.lost) }, 'device disconnected');
    await devices.recordSeen(deviceId, { at: core.clock.now() });
  } catch (error) {
    core.log.error({ err: error, device_id: deviceId }, 'device connection failed');
    device.drop(new ProblemError('internal', 'The server could not follow the device.'), closeCodes.unusable);
  } finally {
    if (live.get(deviceId) === connected) live.delete(deviceId);
    onChange(deviceId);
  }
}

async function begin(books: Books, connected: Connected, { stored, address }: Arrival): Promise<void> {
  const { core, devices, audit, onChange } = books;
  const { deviceId } = connected;
  const started = connected.device.look();
  await devices.recordSeen(deviceId, { at: core.clock.now(), address });
  if (stored.last_seen_at === null) {
    const actor = { kind: 'device', name: stored.name, address } as const;
    await audit.record({ actor, action: 'device.connected', subject: deviceId });
  }
  onChange(deviceId);
  await recordStart(books, connected, await started);
}

async function recordStart(books: Books, connected: Connected, found: DeviceStart): Promise<void> {
  const { core, problems, onChange } = books;
  const { deviceId } = connected;
  if (!isCurrent(books, connected)) return;
  if (found.desktop === null) {
    const { problem } = found;
    problems.set(deviceId, problem ?? '');
    core.log.warn({ device_id: deviceId, problem }, 'device could not be initialized');
    connected.device.drop(new ProblemError('device_failed', problem ?? ''), closeCodes.unusable);
    return;
  }
  await recordDesktop(books, deviceId, found);
  connected.state = 'connected';
  core.log.info({ device_id: deviceId, problem: found.problem }, 'device connected');
  onChange(deviceId);
}

/** Never rejects: a look that cannot be written down is only logged. */
async function lookAgain(books: Books, connected: Connected): Promise<void> {
  const { deviceId } = connected;
  connected.isLooking = true;
  try {
    const found = await connected.device.look();
    if (!isCurrent(books, connected)) return;
    await recordDesktop(books, deviceId, found);
    books.onChange(deviceId);
  } catch (error) {
    books.core.log.error({ err: error, device_id: deviceId }, 'a look at the device could not be stored');
  } finally {
    connected.isLooking = false;
  }
}

async function recordDesktop(
  { devices, problems }: Books,
  deviceId: string,
  { desktop, problem }: DeviceStart,
): Promise<void> {
  if (problem === null) problems.delete(deviceId);
  else problems.set(deviceId, problem);
  if (desktop !== null) await devices.recordDesktop(deviceId, desktop);
}

/** False once the socket ended or a newer one took its place. */
function isCurrent({ live }: Books, connected: Connected): boolean {
  return live.get(connected.deviceId) === connected && !connected.device.lost.aborted;
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof ProblemError ? reason.code : 'unknown');
const superseded = () =>
  new ProblemError('device_superseded', 'The device connected again; this connection ended.');
const revoked = () => new ProblemError('device_revoked', 'The device was revoked. Pair it again to use it.');
const offline = () =>
  new ProblemError('device_offline', 'The device is offline. Start its daemon, then try again.');
const goingAway = () => new ProblemError('shutting_down', 'The server is stopping.');
