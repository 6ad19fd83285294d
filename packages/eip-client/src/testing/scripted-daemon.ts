import {
  admitMethod,
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  encodeMessage,
  encodeResult,
  newestCommonVersion,
  parseParams,
  parseRequest,
  protocolVersions,
  type DataFrame,
  type DataFrameKind,
  type DeviceDescriptor,
  type EipRequest,
  type MethodName,
  type ParamsOf,
  type ProtocolVersion,
  type ResultInputOf,
  type SessionDescriptor,
  type Transport,
  type TransportMessage,
} from '@harness-desktop/eip-protocol';

import { Operations, type RunningOperation } from './operations.ts';
import { scriptedDevice, scriptedSession } from './scripted-descriptors.ts';
import { ScriptedTransfers } from './scripted-transfers.ts';

export type ScriptedDaemonOptions = {
  /** What the device says of itself, where it differs from an ordinary one. */
  readonly device?: Partial<DeviceDescriptor> | undefined;
  /** All that the library speaks when absent. */
  readonly protocolVersions?: readonly ProtocolVersion[] | undefined;
  /** Whether `operation.cancel` reaches handlers and held requests; true when absent. */
  readonly heedsCancel?: boolean | undefined;
};

/** What a handler learns of a request besides its params. */
export type ScriptedCall = RunningOperation & {
  readonly request: EipRequest;
  readonly sessionId: string;
  readonly protocolVersion: ProtocolVersion;
};

/** Answers, or throws an EipError. */
export type ScriptedHandler<M extends MethodName> = (
  params: ParamsOf<M>,
  call: ScriptedCall,
) => ResultInputOf<M> | Promise<ResultInputOf<M>>;

/** Returns a result or an EipError as it shall be written, however wrong; undefined leaves the request open. */
export type RawScript = (request: EipRequest) => object | undefined;

/** A request that waits before its handler runs. */
export type HeldRequest = {
  /** Resolves when it has arrived. */
  readonly begun: Promise<void>;
  release(): void;
};

type Answering = (request: EipRequest) => Promise<object | undefined>;
type Gate = { readonly begin: () => void; readonly opened: Promise<void> };

/**
 * The daemon's side of EIP for tests of a Host: it records what arrives and answers as it is told. Without being told,
 * it initializes, opens, attaches, keeps and closes sessions, is ready, cancels, and knows the receipts of operations;
 * other methods answer `method_not_found`. Never used twice at a time: `serve` takes over from an earlier carrier, and
 * sessions outlive carriers.
 */
export class ScriptedDaemon {
  /** Everything that arrived, in order. */
  readonly requests: EipRequest[] = [];
  readonly frames: DataFrame[] = [];
  readonly transfers = new ScriptedTransfers();
  readonly operations: Operations;
  readonly device: DeviceDescriptor;
  private readonly options: ScriptedDaemonOptions;
  private readonly scripts = new Map<string, Answering>();
  private readonly failures = new Map<string, EipError>();
  private readonly gates = new Map<string, Gate>();
  private readonly watchers = new Set<() => void>();
  private readonly sessions = new Map<string, SessionDescriptor>();
  private transport: Transport | null = null;
  private version: ProtocolVersion = '0.1';

  constructor(options: ScriptedDaemonOptions = {}) {
    this.options = options;
    this.device = scriptedDevice(options.device);
    this.operations = new Operations(this.device);
    this.handleLifecycle();
  }

  /** Serves this carrier from now on. */
  serve(transport: Transport): void {
    this.transport = transport;
    transport.onMessage((message) => {
      if (this.transport === transport) this.receive(message);
    });
  }

  /** The carrier breaks, with whatever was under way. */
  lose(): void {
    this.transport?.close(1006, 'lost');
    this.transport = null;
  }

  /** Params have been parsed for it, and its result is written in the negotiated version. */
  on<M extends MethodName>(method: M, handler: ScriptedHandler<M>): void {
    this.scripts.set(method, async (request) => {
      admitMethod(request);
      const params = parseParams(method, request.params, this.version);
      const sessionId = request.eip_session ?? '';
      this.refuseUnknownSession(request);
      const running = this.operations.begin(request);
      const call = { ...running, request, sessionId, protocolVersion: this.version };
      return encodeResult(method, await handler(params, call), this.version);
    });
  }

  /** For answers that no honest device gives. */
  onRaw(method: string, script: RawScript): void {
    this.scripts.set(method, (request) => Promise.resolve(script(request)));
  }

  /** The next request of this method fails. */
  failNext(method: MethodName, error: EipError): void {
    this.failures.set(method, error);
  }

  /** The next request of this method waits until it is released or cancelled. */
  holdNext(method: MethodName): HeldRequest {
    let begin = (): void => undefined;
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const opened = new Promise<void>((resolve) => (release = resolve));
    this.gates.set(method, { begin, opened });
    return { begun, release: () => release() };
  }

  requestsOf(method: string): EipRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  framesOf(kind: DataFrameKind): DataFrame[] {
    return this.frames.filter((frame) => frame.kind === kind);
  }

  /** Resolves at the message that makes it true; a test's own timeout is its bound. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** Answers a request that a raw script has left open. */
  answer(request: EipRequest, result: object): void {
    const session = request.eip_session === undefined ? {} : { eip_session: request.eip_session };
    const head = { jsonrpc: '2.0', id: request.id, ...session } as const;
    const body = result instanceof EipError ? { error: result.toWire() } : { result: { ...result } };
    this.sendText(encodeMessage({ ...head, ...body }));
  }

  sendText(text: string): void {
    this.transport?.sendText(text);
  }

  sendBytes(bytes: Uint8Array): void {
    this.transport?.sendBytes(bytes);
  }

  sendFrame(frame: Pick<DataFrame, 'kind' | 'sessionId' | 'handle'> & Partial<DataFrame>): void {
    const rest = { offset: 0, payload: new Uint8Array(), resetStatus: null };
    this.sendBytes(encodeDataFrame({ ...rest, ...frame }));
  }

  private receive(message: TransportMessage): void {
    if (message.kind === 'bytes') {
      const frame = decodeDataFrame(message.bytes);
      this.frames.push(frame);
      this.transfers.receive(frame, (bytes) => this.sendBytes(bytes));
    } else {
      const parsed = parseRequest(message.text);
      if (!parsed.ok) throw parsed.error;
      this.requests.push(parsed.request);
      void this.reply(parsed.request);
    }
    for (const watcher of [...this.watchers]) watcher();
  }

  private async reply(request: EipRequest): Promise<void> {
    const carrier = this.transport;
    const result = await this.resultOf(request).catch((error: unknown) => {
      if (error instanceof EipError) return error;
      return new EipError('internal_error', `The script of ${request.method} failed: ${String(error)}`);
    });
    this.operations.end(request, result instanceof EipError ? result : null);
    if (result && this.transport === carrier) this.answer(request, result);
  }

  private async resultOf(request: EipRequest): Promise<object | undefined> {
    const { method } = request;
    const failure = this.failures.get(method);
    this.failures.delete(method);
    if (failure) throw failure;
    const gate = this.gates.get(method);
    this.gates.delete(method);
    if (gate) await this.pass(gate, request);
    const script = this.scripts.get(method);
    if (!script) throw new EipError('method_not_found', `This daemon does not serve ${method}.`);
    return script(request);
  }

  private async pass(gate: Gate, request: EipRequest): Promise<void> {
    const { cancelled } = this.operations.begin(request);
    gate.begin();
    const cancel = new Promise<void>((resolve) => {
      cancelled.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([gate.opened, cancel]);
  }

  private refuseUnknownSession({ eip_session }: EipRequest): void {
    if (eip_session === undefined || this.sessions.has(eip_session)) return;
    throw new EipError('not_found_or_denied', 'No such session.');
  }

  private handleLifecycle(): void {
    const { device } = this;
    this.on('initialize', ({ supported_protocol_versions }) => {
      const served = this.options.protocolVersions ?? protocolVersions;
      const version = newestCommonVersion(supported_protocol_versions, served);
      if (!version) throw new EipError('protocol_incompatible', 'There is no common version.');
      this.version = version;
      return {
        protocol_version: version,
        server: { name: 'a13n-envd', version: '1.0.0' },
        descriptor: device,
      };
    });
    this.on('device.describe', () => ({ descriptor: device }));
    this.on('session.open', ({ working_directory = device.default_working_directory }) => {
      const session_id = `session-${this.sessions.size + 1}`;
      const descriptor = scriptedSession(device, { session_id, working_directory });
      this.sessions.set(session_id, descriptor);
      return { descriptor };
    });
    this.on('session.attach', (_params, { sessionId }) => ({
      descriptor: this.sessions.get(sessionId) ?? scriptedSession(device),
    }));
    this.on('session.keepalive', () => ({ alive: true }));
    this.on('session.close', () => ({ closed: true }));
    this.on('environment.readiness', (_params, { sessionId: session_id }) => {
      const { device_id, generation } = device;
      return { ready: true, device_id, generation, session_id };
    });
    this.on('operation.cancel', ({ target_operation_id }) => {
      const heeds = this.options.heedsCancel ?? true;
      return { status: heeds ? this.operations.cancel(target_operation_id) : 'cancellation_requested' };
    });
    this.on('receipt.get', ({ operation_id }) => ({ receipt: this.operations.receipt(operation_id) }));
  }
}
