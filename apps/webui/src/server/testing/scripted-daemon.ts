import {
  admitMethod,
  computerInputMethods,
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  encodeMessage,
  encodeResult,
  formatTimestamp,
  parseParams,
  parseRequest,
  type CallContext,
  type ComputerActionResult,
  type ComputerInputMethod,
  type DataFrame,
  type DeviceDescriptor,
  type EipRequest,
  type MethodName,
  type ParamsOf,
  type ResultInputOf,
  type SessionDescriptor,
  type Transport,
} from '@harness-desktop/eip-protocol';
import { createHash } from 'node:crypto';
import { defaultDescriptor, sessionDescriptorOf } from './device-descriptor.ts';

/** One request as it arrived, whatever the answer was. */
export type ArrivedRequest = {
  readonly method: MethodName;
  readonly sessionId: string | undefined;
  readonly params: unknown;
};

/** An input that the daemon has begun and not answered. */
export type HeldInput = {
  /** Resolves when the request has arrived. */
  readonly begun: Promise<void>;
  finish(effect: ComputerActionResult['effect']): void;
};

export type ScriptedDaemonOptions = {
  readonly deviceId: string;
  readonly methods?: readonly MethodName[];
  /** An interrupted input answers `partial`, as the real daemon does, unless this is false. */
  readonly answersCancel?: boolean;
};

/** The daemon's side of EIP with an imagined desktop: it records what arrives and answers as it is told. */
export class ScriptedDaemon {
  readonly requests: ArrivedRequest[] = [];
  /** What the next observation shows. */
  image: Uint8Array = Buffer.from('first image');
  mimeType = 'image/jpeg';
  targetId = 'display-0-1';
  displays = [{ target_id: 'display-0-1', name: 'Screen', width: 800, height: 600 }];
  /** What its receipts say was asked; the truth when absent. */
  receiptMethod: string | undefined;
  readonly #options: ScriptedDaemonOptions;
  readonly #descriptor: DeviceDescriptor;
  readonly #failures = new Map<MethodName, EipError>();
  readonly #held = new Map<
    MethodName,
    { begin: () => void; answered: Promise<ComputerActionResult['effect']> }
  >();
  readonly #interrupt = new Map<string, () => void>();
  readonly #staged = new Map<string, Uint8Array>();
  readonly #sessions = new Map<string, SessionDescriptor>();
  #transport: Transport | undefined;
  #count = 0;

  constructor(options: ScriptedDaemonOptions) {
    this.#options = options;
    this.#descriptor = defaultDescriptor(options.deviceId, options.methods);
  }

  /** Serves this carrier from now on; what an earlier one opened is gone. */
  serve(transport: Transport): void {
    this.#transport = transport;
    this.#sessions.clear();
    transport.onMessage((message) => {
      if (message.kind === 'text') void this.#answer(message.text, transport);
      else this.#transfer(decodeDataFrame(message.bytes), transport);
    });
  }

  disconnect(): void {
    this.#transport?.close(1001, 'the test pulls the cable');
  }

  /** The next request of this method fails with the error. */
  failNext(method: MethodName, error: EipError): void {
    this.#failures.set(method, error);
  }

  /** The next request of this method begins and waits. */
  holdNext(method: ComputerInputMethod): HeldInput {
    let finish: HeldInput['finish'] = () => undefined;
    const answered = new Promise<ComputerActionResult['effect']>((resolve) => (finish = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    this.#held.set(method, { begin, answered });
    return { begun, finish: (effect) => finish(effect) };
  }

  get inputs(): ArrivedRequest[] {
    return this.requests.filter(({ method }) => computerInputMethods.some((input) => input === method));
  }

  requestsOf(method: MethodName): ArrivedRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  async #answer(text: string, transport: Transport): Promise<void> {
    const parsed = parseRequest(text);
    if (!parsed.ok) throw parsed.error;
    const { request } = parsed;
    const envelope = {
      jsonrpc: '2.0',
      id: request.id,
      ...(request.eip_session !== undefined && { eip_session: request.eip_session }),
    } as const;
    try {
      const result = await this.#dispatch(request);
      transport.sendText(encodeMessage({ ...envelope, result }));
    } catch (error) {
      if (!(error instanceof EipError)) throw error;
      transport.sendText(encodeMessage({ ...envelope, error: error.toWire() }));
    }
  }

  #dispatch(request: EipRequest): Promise<Record<string, unknown>> {
    const method = admitMethod(request);
    this.requests.push({ method, sessionId: request.eip_session, params: request.params });
    const failure = this.#failures.get(method);
    this.#failures.delete(method);
    if (failure !== undefined) throw failure;
    const handlers: Handlers = this.#handlers(request.eip_session ?? '');
    return respond(method, handlers[method], request.params);
  }

  #handlers(sessionId: string): Handlers {
    const input =
      (method: ComputerInputMethod) =>
      ({ context }: { context: CallContext }) =>
        this.#input(method, { sessionId, operationId: context.operation_id });
    return {
      initialize: () => ({
        protocol_version: '0.1',
        server: { name: 'a13n-envd', version: '0.0.0' },
        descriptor: this.#descriptor,
      }),
      'session.open': ({ working_directory = '/home/ada' }) => {
        const descriptor = sessionDescriptorOf(
          this.#descriptor,
          `session-${++this.#count}`,
          working_directory,
        );
        this.#sessions.set(descriptor.session_id, descriptor);
        return { descriptor };
      },
      'session.keepalive': () => ({ alive: true }),
      'session.close': () => {
        this.#sessions.delete(sessionId);
        return { closed: true };
      },
      'environment.readiness': () => ({
        ready: true,
        device_id: this.#descriptor.device_id,
        generation: this.#descriptor.generation,
        session_id: sessionId,
      }),
      'operation.cancel': ({ target_operation_id }) => {
        this.#interrupt.get(target_operation_id)?.();
        return { status: 'cancellation_requested' };
      },
      'computer.describe': () => ({
        targets: this.displays,
        observe_ready: true,
        input_ready: true,
        scroll_units: ['steps'],
      }),
      'computer.observe': () => this.#observe(),
      'computer.close_observation': ({ reader }) => this.#closeReader(reader),
      'computer.click': input('computer.click'),
      'computer.move': input('computer.move'),
      'computer.drag': input('computer.drag'),
      'computer.scroll': input('computer.scroll'),
      'computer.press_keys': input('computer.press_keys'),
    };
  }

  #observe(): ResultInputOf<'computer.observe'> {
    const name = `screen-${++this.#count}`;
    this.#staged.set(name, this.image);
    return {
      observation: {
        observation_id: `device-${name}`,
        target_id: this.targetId,
        width: 800,
        height: 600,
        mime_type: this.mimeType,
        captured_at: '2026-05-04T10:20:30Z',
      },
      reader: name,
      size_bytes: this.image.byteLength,
      expires_at: '2026-05-04T10:22:30Z',
    };
  }

  #closeReader(reader: string): ResultInputOf<'computer.close_observation'> {
    const bytes = this.#staged.get(reader);
    if (bytes === undefined) throw new EipError('invalid_handle', 'No such reader.');
    this.#staged.delete(reader);
    const value = createHash('sha256').update(bytes).digest('hex');
    return { completion: { produced_bytes: bytes.byteLength, digest: { algorithm: 'sha256', value } } };
  }

  #transfer({ kind, sessionId, handle }: DataFrame, transport: Transport): void {
    const payload = this.#staged.get(handle);
    if (kind !== 'attach' || payload === undefined) return;
    const none = new Uint8Array();
    const frame = { sessionId, handle, resetStatus: null };
    transport.sendBytes(encodeDataFrame({ ...frame, kind: 'attached', offset: 0, payload: none }));
    transport.sendBytes(encodeDataFrame({ ...frame, kind: 'chunk', offset: 0, payload }));
    transport.sendBytes(
      encodeDataFrame({ ...frame, kind: 'end', offset: payload.byteLength, payload: none }),
    );
  }

  async #input(
    method: ComputerInputMethod,
    { sessionId, operationId }: { sessionId: string; operationId: string },
  ): Promise<ComputerActionResult> {
    const held = this.#held.get(method);
    this.#held.delete(method);
    const interrupted = new Promise<'partial'>((resolve) => {
      if (this.#options.answersCancel !== false) this.#interrupt.set(operationId, () => resolve('partial'));
    });
    held?.begin();
    const effect = held === undefined ? 'executed' : await Promise.race([held.answered, interrupted]);
    return {
      effect,
      input_cleanup_complete: true,
      receipt: {
        operation_id: operationId,
        method: this.receiptMethod ?? method,
        device_id: this.#descriptor.device_id,
        session_id: sessionId,
        generation: this.#descriptor.generation,
        request_digest: '0'.repeat(64),
        stage: 'completed',
        outcome: effect === 'executed' ? 'succeeded' : 'cancelled',
        observed_at: formatTimestamp(new Date(0)),
      },
    };
  }
}

type Handlers = {
  [M in MethodName]?: (params: ParamsOf<M>) => ResultInputOf<M> | Promise<ResultInputOf<M>>;
};

async function respond<M extends MethodName>(
  method: M,
  handler: Handlers[M],
  params: unknown,
): Promise<Record<string, unknown>> {
  if (handler === undefined) throw new EipError('method_not_found', `This daemon does not serve ${method}.`);
  return encodeResult(method, await handler(parseParams(method, params, '0.1')), '0.1');
}
