import {
  durationsMs,
  EipError,
  protocolVersions,
  sessionContradiction,
  sizeLimits,
  type DeviceDescriptor,
  type MethodName,
  type ProtocolVersion,
  type ResultOf,
  type SessionDescriptor,
  type TransportMessage,
  type WireInteger,
} from '@harness-desktop/eip-protocol';

import type { DescriptorPool } from './descriptor-pool.ts';
import type { AnyCarrier } from './request-carrier.ts';
import { RequestChannel, type OutgoingRequest } from './request-channel.ts';
import { cancelBoundMs, runRequest } from './run-request.ts';
import { Session, type EipSession } from './session.ts';
import { TransferRouter } from './transfers/transfer-router.ts';

export type EipConnectionOptions = {
  /** Owned by the connection from now on: it closes it. */
  readonly transport: AnyCarrier;
  readonly clientName: string;
  readonly clientVersion: string;
  readonly createId: () => string;
  /** The device chooses the newest that it speaks too; all that this library speaks when absent. */
  readonly protocolVersions?: readonly ProtocolVersion[];
  /** How long an answer, or the next frame of an image, may take; 60 s when absent. */
  readonly requestTimeoutMs?: number;
  /** For a Host of many devices: what they say of themselves alike is kept once. */
  readonly descriptors?: DescriptorPool | undefined;
};

export type InitializeOptions = {
  /** Another device throws `denied`. */
  readonly expectedDeviceId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type ListDirectoryOptions = {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type OpenSessionOptions = {
  readonly workingDirectory?: string | undefined;
  readonly requiredMethods?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * The Host's end of one carrier. `initialize` comes first. Methods throw EipError; a peer that breaks the protocol
 * ends the connection. Nothing is sent twice: after a loss, make a new connection and `attachSession`.
 */
export type EipConnection = {
  /** What the device said last of itself; null before `initialize`. */
  readonly descriptor: DeviceDescriptor | null;
  /** Resolves when the carrier has ended, for whatever reason. */
  readonly closed: Promise<void>;
  initialize(options?: InitializeOptions): Promise<ResultOf<'initialize'>>;
  describeDevice(signal?: AbortSignal): Promise<DeviceDescriptor>;
  listDirectory(options: ListDirectoryOptions): Promise<ResultOf<'directory.list'>>;
  openSession(options?: OpenSessionOptions): Promise<EipSession>;
  attachSession(sessionId: string, signal?: AbortSignal): Promise<EipSession>;
  /** Ends the carrier; open sessions stay with the device for its grace period. Idempotent. */
  close(): void;
};

export function createEipConnection(options: EipConnectionOptions): EipConnection {
  return new Connection(options);
}

const defaultRequestTimeoutMs = 60_000;
const directoryPageSize = 200;

class Connection implements EipConnection {
  readonly closed: Promise<void>;
  private readonly options: EipConnectionOptions;
  private readonly channel: RequestChannel;
  private readonly transfers: TransferRouter;
  private readonly sessions = new Set<Session>();
  private initialized: Pick<ResultOf<'initialize'>, 'protocol_version' | 'descriptor'> | null = null;
  private initializing = false;

  constructor(options: EipConnectionOptions) {
    const { transport } = options;
    this.options = options;
    this.channel = new RequestChannel(transport);
    this.transfers = new TransferRouter(transport);
    const stopReceiving = transport.onMessage((message) => this.receive(message));
    const stopFailing = transport.onFailure?.((id, error) => this.channel.fail(id, error));
    this.closed = new Promise((resolve) => {
      transport.onClose(() => {
        stopReceiving();
        stopFailing?.();
        this.lose('The connection to the device ended.');
        resolve();
      });
    });
  }

  get descriptor(): DeviceDescriptor | null {
    return this.initialized?.descriptor ?? null;
  }

  async initialize(options: InitializeOptions = {}): Promise<ResultOf<'initialize'>> {
    if (this.initializing) throw new EipError('already_initialized', 'The connection is initialized once.');
    this.initializing = true;
    try {
      return await this.negotiate(options);
    } catch (error) {
      this.initializing = false;
      throw error;
    }
  }

  private async negotiate(options: InitializeOptions): Promise<ResultOf<'initialize'>> {
    const { clientName, clientVersion, protocolVersions: offered = protocolVersions } = this.options;
    const params = {
      supported_protocol_versions: [...offered],
      client: { name: clientName, version: clientVersion },
      expected_device_id: options.expectedDeviceId,
    };
    const bound = { timeoutMs: durationsMs.initialize, signal: options.signal };
    const result = await runRequest(this.channel, { method: 'initialize', params }, bound);
    const version = offered.find((candidate) => candidate === result.protocol_version);
    if (version === undefined) {
      throw new EipError(
        'protocol_incompatible',
        `The device chose protocol version ${result.protocol_version}; this side speaks ${offered.join(' and ')}. Update the device.`,
      );
    }
    if (options.expectedDeviceId !== undefined && options.expectedDeviceId !== result.descriptor.device_id) {
      throw new EipError('denied', 'Another device answered than the one expected.');
    }
    this.channel.protocolVersion = version;
    const descriptor = this.kept(result.descriptor);
    this.initialized = { protocol_version: version, descriptor };
    return { ...result, descriptor };
  }

  async describeDevice(signal?: AbortSignal): Promise<DeviceDescriptor> {
    const known = this.requireInitialized();
    const { descriptor } = await this.request({ method: 'device.describe', params: {} }, signal);
    if (descriptor.device_id !== known.descriptor.device_id) {
      throw new EipError('internal_error', 'The device changed its id during a connection.');
    }
    this.initialized = { ...known, descriptor: this.kept(descriptor) };
    return this.initialized.descriptor;
  }

  async listDirectory(options: ListDirectoryOptions): Promise<ResultOf<'directory.list'>> {
    const { path, offset, limit = directoryPageSize, signal } = options;
    const params = { ...this.expectedDevice(), path, offset, limit };
    return this.request({ method: 'directory.list', params }, signal);
  }

  async openSession(options: OpenSessionOptions = {}): Promise<EipSession> {
    const requiredMethods = options.requiredMethods ?? [];
    const params = {
      ...this.expectedDevice(),
      protocol_version: this.requireInitialized().protocol_version,
      working_directory: options.workingDirectory,
      required_methods: [...requiredMethods],
    };
    // Nobody would keep alive or close a session that opens after its caller gave up.
    const release = ({ descriptor }: ResultOf<'session.open'>): void =>
      this.closeUnwanted(descriptor.session_id);
    const { descriptor } = await this.request({ method: 'session.open', params, release }, options.signal);
    const session = this.adopt(descriptor);
    const missing = requiredMethods.some((method) => !descriptor.available_methods.includes(method));
    const contradiction = missing
      ? 'available_methods lacks a required method'
      : sessionContradiction(this.requireInitialized().descriptor, descriptor);
    if (contradiction !== null) {
      session.close().catch(() => undefined);
      throw new EipError(
        'internal_error',
        `The device opened a session that contradicts it: ${contradiction}.`,
      );
    }
    return session;
  }

  async attachSession(sessionId: string, signal?: AbortSignal): Promise<EipSession> {
    const device = this.requireInitialized().descriptor;
    const { descriptor } = await this.request({ method: 'session.attach', params: {}, sessionId }, signal);
    const contradiction =
      descriptor.session_id === sessionId
        ? sessionContradiction(device, descriptor)
        : 'session_id is another';
    if (contradiction !== null) {
      throw new EipError(
        'internal_error',
        `The device attached a session that contradicts it: ${contradiction}.`,
      );
    }
    return this.adopt(descriptor);
  }

  close(): void {
    this.lose('The connection to the device was closed.');
    this.options.transport.close(1000, 'closed by the Host');
  }

  private closeUnwanted(sessionId: string): void {
    const request = { method: 'session.close', params: {}, sessionId } as const;
    runRequest(this.channel, request, { timeoutMs: cancelBoundMs }).catch(() => undefined);
  }

  private receive(message: TransportMessage): void {
    try {
      if (message.kind === 'bytes') {
        this.transfers.receive(message.bytes);
      } else if (message.text.length > sizeLimits.receivedMessageBytes) {
        throw new EipError('output_limit_exceeded', 'A control message exceeds 16 MiB.');
      } else {
        this.channel.receive(message.text);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable message';
      this.lose(`The device broke the protocol: ${reason}`);
      this.options.transport.close(1002, 'protocol violation');
    }
  }

  private lose(reason: string): void {
    for (const session of this.sessions) session.abandon();
    this.sessions.clear();
    this.channel.lose(reason);
    this.transfers.lose(reason);
  }

  private adopt(descriptor: SessionDescriptor): Session {
    const { createId, requestTimeoutMs = defaultRequestTimeoutMs } = this.options;
    const session: Session = new Session(descriptor, {
      channel: this.channel,
      transfers: this.transfers,
      createId,
      requestTimeoutMs,
      onClosed: () => this.sessions.delete(session),
    });
    this.sessions.add(session);
    return session;
  }

  private request<M extends MethodName>(
    request: OutgoingRequest<M>,
    signal?: AbortSignal,
  ): Promise<ResultOf<M>> {
    const { requestTimeoutMs = defaultRequestTimeoutMs } = this.options;
    return runRequest(this.channel, request, { timeoutMs: requestTimeoutMs, signal });
  }

  private expectedDevice(): { expected_device_id: string; expected_generation: WireInteger } {
    const { device_id, generation } = this.requireInitialized().descriptor;
    return { expected_device_id: device_id, expected_generation: generation };
  }

  private kept(descriptor: DeviceDescriptor): DeviceDescriptor {
    return this.options.descriptors?.share(descriptor) ?? descriptor;
  }

  private requireInitialized(): NonNullable<typeof this.initialized> {
    if (!this.initialized) throw new EipError('not_initialized', 'Call initialize before anything else.');
    return this.initialized;
  }
}
