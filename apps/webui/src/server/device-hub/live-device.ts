import {
  createEipConnection,
  type DescriptorPool,
  type EipConnection,
  type EipSession,
} from '@harness-desktop/eip-client';
import { clampToSafeInteger, protocolVersions } from '@harness-desktop/eip-protocol';
import type { DeviceDescriptor, ProtocolVersion, Transport } from '@harness-desktop/eip-protocol';
import type { DeviceDesktop, DirectoryListing } from '../../shared/devices.ts';
import { startDeadline } from '../deadline.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { ProblemError } from '../http/problem-error.ts';
import { untilAborted } from '../until-aborted.ts';
import { closeSession, probeDesktop, undescribedDesktop, untilReady } from './desktop-probe.ts';
import type { DeviceSession, DirectoryRequest, SessionRequest } from './device-hub.ts';
import { toDeviceProblem } from './device-problem.ts';

const startTimeoutMs = 30_000;
const acquireTimeoutMs = 30_000;
const directoryPageSize = 200;
const maxPathLength = 4096;
const maxNameCharacters = 255;

export type LiveDeviceOptions = {
  readonly transport: Transport;
  /** The `device_id` that the daemon gave when it was paired; another one is refused. */
  readonly expectedDeviceId: string;
  readonly version: string;
  readonly createId: () => string;
  /** The one of all devices. */
  readonly descriptors: DescriptorPool;
  /** Runs before anything is sent; a rejection ends the socket. */
  readonly admit: () => Promise<void>;
};

/** `desktop` is `null` when not even `initialize` worked; `problem` is why the device cannot be used. */
export type DeviceStart = { readonly desktop: DeviceDesktop | null; readonly problem: string | null };

/** One socket of a device, from its upgrade to its end. */
export type LiveDevice = {
  /** `null` until it is negotiated. */
  readonly protocolVersion: ProtocolVersion | null;
  /** Waits for `initialize` and looks at the desktop; never rejects. */
  look(): Promise<DeviceStart>;
  acquireSession(request: SessionRequest): Promise<DeviceSession>;
  listDirectory(request: DirectoryRequest): Promise<DirectoryListing>;
  /** Aborts with a `ProblemError` when the socket ends. */
  readonly lost: AbortSignal;
  /** Ends the socket at once; `problem` is why. Idempotent. */
  drop(problem: ProblemError, code: number): void;
};

type Work<Result> = (signal: AbortSignal) => Promise<Result>;
type Bounds = { readonly signal?: AbortSignal; readonly timeoutMs: number };

export function createLiveDevice(options: LiveDeviceOptions): LiveDevice {
  return new SocketDevice(options);
}

/** A class, as there are thousands: a literal of methods would cost each device a dozen closures and a shape. */
class SocketDevice implements LiveDevice {
  protocolVersion: ProtocolVersion | null = null;
  readonly #transport: Transport;
  readonly #connection: EipConnection;
  readonly #ended = new AbortController();
  readonly #initialization: Promise<DeviceDescriptor>;

  constructor(options: LiveDeviceOptions) {
    const { transport, version: clientVersion, createId, descriptors } = options;
    this.#transport = transport;
    transport.onClose(() => this.#ended.abort(connectionLost()));
    const client = { clientName: 'harness-ui', clientVersion, createId, descriptors };
    this.#connection = createEipConnection({ transport, ...client });
    this.#initialization = this.#initialize(options);
    // Whoever looks hears of it.
    this.#initialization.catch(() => undefined);
  }

  get lost(): AbortSignal {
    return this.#ended.signal;
  }

  look(): Promise<DeviceStart> {
    return start(this.#initialization, (descriptor) =>
      this.#attempt((signal) => probeDesktop(this.#connection, descriptor, signal), {
        timeoutMs: startTimeoutMs,
      }),
    );
  }

  acquireSession(request: SessionRequest): Promise<DeviceSession> {
    const open = async (signal: AbortSignal): Promise<DeviceSession> => {
      refuseUnserved(request, await settled(this.#initialization, signal));
      return deviceSession(await openReadySession(this.#connection, request, signal), this.lost);
    };
    return this.#attempt(open, { signal: request.signal, timeoutMs: acquireTimeoutMs });
  }

  listDirectory(request: DirectoryRequest): Promise<DirectoryListing> {
    const list = async (signal: AbortSignal): Promise<DirectoryListing> => {
      const descriptor = await settled(this.#initialization, signal);
      if (!descriptor.directory_discovery) throw noDirectories();
      const path = request.path ?? descriptor.default_working_directory;
      const page = { path, offset: request.offset, limit: directoryPageSize };
      return toListing(await this.#connection.listDirectory({ ...page, signal }));
    };
    return this.#attempt(list, { signal: request.signal, timeoutMs: acquireTimeoutMs });
  }

  drop(problem: ProblemError, code: number): void {
    this.#ended.abort(problem);
    this.#transport.close(code, problem.code);
  }

  async #initialize({ admit, expectedDeviceId }: LiveDeviceOptions): Promise<DeviceDescriptor> {
    await admit();
    const { descriptor, protocol_version: negotiated } = await this.#attempt(
      (signal) => this.#connection.initialize({ expectedDeviceId, signal }),
      { timeoutMs: startTimeoutMs },
    );
    this.protocolVersion = protocolVersions.find((version) => version === negotiated) ?? null;
    return descriptor;
  }

  /** Bounds work by a deadline and the socket's life; fails with why the socket ended, when that stopped it. */
  async #attempt<Result>(work: Work<Result>, { signal, timeoutMs }: Bounds): Promise<Result> {
    const signals = signal === undefined ? [this.lost] : [this.lost, signal];
    const deadline = startDeadline(signals, timeoutMs);
    const stop = deadline.signal;
    try {
      stop.throwIfAborted();
      return await work(stop);
    } catch (error) {
      throw toDeviceProblem(stop.aborted ? stop.reason : error);
    } finally {
      deadline.release();
    }
  }
}

async function start(
  initialization: Promise<DeviceDescriptor>,
  probe: (descriptor: DeviceDescriptor) => Promise<DeviceDesktop>,
): Promise<DeviceStart> {
  let desktop: DeviceDesktop | null = null;
  try {
    const descriptor = await initialization;
    desktop = undescribedDesktop(descriptor);
    return { desktop: await probe(descriptor), problem: null };
  } catch (error) {
    return {
      desktop,
      problem: error instanceof ProblemError ? error.message : 'The device answered something unexpected.',
    };
  }
}

function refuseUnserved(
  { requiredMethods }: SessionRequest,
  { available_methods: served }: DeviceDescriptor,
): void {
  const missing = requiredMethods.find((method) => !served.includes(method));
  if (missing === undefined) return;
  throw new ProblemError(
    'unsupported_by_device',
    `The device does not serve ${missing}. Check what it was started with.`,
  );
}

async function openReadySession(
  connection: EipConnection,
  { workingDirectory, requiredMethods }: SessionRequest,
  signal: AbortSignal,
): Promise<EipSession> {
  const session = await connection.openSession({ workingDirectory, requiredMethods, signal });
  try {
    await untilReady(session, signal);
    return session;
  } catch (error) {
    await closeSession(session);
    throw error;
  }
}

function deviceSession(session: EipSession, lost: AbortSignal): DeviceSession {
  let released: Promise<void> | undefined;
  return {
    session,
    lost,
    release() {
      released ??= lost.aborted ? Promise.resolve() : closeSession(session);
      return released;
    },
  };
}

type DirectoryPage = Awaited<ReturnType<EipConnection['listDirectory']>>;

/** A path is used as it is or not at all; a name is only shown. */
function toListing({ path, parent_path, entries, next_offset }: DirectoryPage): DirectoryListing {
  if (Math.max(path.length, parent_path?.length ?? 0) > maxPathLength) throw pathTooLong();
  const listed = entries.slice(0, directoryPageSize).filter((entry) => entry.path.length <= maxPathLength);
  return {
    path,
    parent_path: parent_path ?? null,
    entries: listed.map((entry) => ({ path: entry.path, name: claimedText(entry.name, maxNameCharacters) })),
    next_offset: next_offset === undefined ? null : clampToSafeInteger(next_offset),
  };
}

/** The value of `promise`, unless `signal` aborts first. */
async function settled<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  await Promise.race([promise, untilAborted(signal)]);
  signal.throwIfAborted();
  return promise;
}

const connectionLost = () => new ProblemError('device_offline', 'The connection to the device was lost.');
const noDirectories = () =>
  new ProblemError('unsupported_by_device', 'This device does not list its folders. Type the path.');
const pathTooLong = () =>
  new ProblemError('device_failed', 'The device answered with a path that is too long.');
