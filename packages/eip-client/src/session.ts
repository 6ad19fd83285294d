import {
  clampToSafeInteger,
  EipError,
  type ComputerActionResult,
  type ErrorType,
  type Receipt,
  type ResultOf,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

import {
  openFileReader,
  openFileWriter,
  type OpenFileReaderOptions,
  type OpenFileWriterOptions,
} from './files/open-files.ts';
import type { EipFileReader } from './files/file-reader.ts';
import type { EipFileWriter } from './files/file-writer.ts';
import { startKeepalive } from './keepalive.ts';
import { observeComputer, type ObservedComputer } from './observe-computer.ts';
import { reconcileOperation, type Reconciliation } from './reconcile-operation.ts';
import type { RequestChannel } from './request-channel.ts';
import { cancelBoundMs, runRequest } from './run-request.ts';
import {
  createSessionCall,
  type CallParamsOf,
  type SessionCall,
  type SessionMethodName,
} from './session-call.ts';
import type {
  ClickOptions,
  DragOptions,
  MoveOptions,
  ObserveOptions,
  OperationOptions,
  PressKeysOptions,
  ScrollOptions,
  TypeTextOptions,
} from './session-options.ts';
import type { TransferRouter } from './transfers/transfer-router.ts';

/**
 * One session on a device. It keeps itself alive until it is closed or its connection ends. Methods throw EipError
 * (`isEipError(error, 'conflict')` narrows). A mutation whose answer is lost throws `unknown_outcome`; it is never
 * sent again, and `reconcile` on a session attached anew is the way to learn what became of it.
 */
export type EipSession = {
  readonly sessionId: string;
  readonly descriptor: SessionDescriptor;
  /** Must succeed once before the device admits anything but keepalive and close. */
  readiness(options?: OperationOptions): Promise<ResultOf<'environment.readiness'>>;
  /**
   * Any method of the wire that works inside a session, with its params but for `context`:
   * `session.call('file.stat', { path: { path: '/etc/hostname' } })`. Members are those of docs/protocol.md. Throws
   * `invalid_params` for what is out of bounds and `unsupported` for what the version of the connection lacks, with
   * nothing sent; `method_not_found` comes from a device that does not serve it.
   */
  call<M extends SessionMethodName>(
    method: M,
    params: CallParamsOf<M>,
    options?: OperationOptions,
  ): Promise<ResultOf<M>>;
  describeComputer(options?: OperationOptions): Promise<ResultOf<'computer.describe'>>;
  /** A screenshot, verified against its digest; its `observation_id` is what inputs point at. */
  observeComputer(options?: ObserveOptions): Promise<ObservedComputer>;
  /** Look at `effect` of what an input answers: `partial` and `unknown` are answers, not errors. */
  click(options: ClickOptions): Promise<ComputerActionResult>;
  move(options: MoveOptions): Promise<ComputerActionResult>;
  drag(options: DragOptions): Promise<ComputerActionResult>;
  scroll(options: ScrollOptions): Promise<ComputerActionResult>;
  pressKeys(options: PressKeysOptions): Promise<ComputerActionResult>;
  typeText(options: TypeTextOptions): Promise<ComputerActionResult>;
  /** Whoever gets the reader reads it to its end or closes it. */
  openFileReader(options: OpenFileReaderOptions): Promise<EipFileReader>;
  /** Whoever gets the writer commits or aborts it. */
  openFileWriter(options: OpenFileWriterOptions): Promise<EipFileWriter>;
  cancel(targetOperationId: string, options?: OperationOptions): Promise<ResultOf<'operation.cancel'>>;
  /** What the session knows of an operation; throws `not_found_or_denied` when that is nothing. */
  receipt(operationId: string, options?: OperationOptions): Promise<Receipt>;
  /** What became of an operation whose answer was lost. Throws when the session itself is gone. */
  reconcile(operationId: string, options?: OperationOptions): Promise<Reconciliation>;
  keepalive(signal?: AbortSignal): Promise<void>;
  /** Idempotent; a session whose connection is gone counts as closed. */
  close(signal?: AbortSignal): Promise<void>;
};

export type SessionWiring = {
  readonly channel: RequestChannel;
  readonly transfers: TransferRouter;
  readonly createId: () => string;
  readonly requestTimeoutMs: number;
  readonly onClosed: () => void;
};

/** Errors of closing that mean there is nothing left to close. */
const goneErrors: readonly ErrorType[] = ['provider_unavailable', 'not_found_or_denied'];

export class Session implements EipSession {
  readonly descriptor: SessionDescriptor;
  readonly call: SessionCall;
  private readonly wiring: SessionWiring;
  private readonly stopKeepalive: () => void;
  private closing: Promise<void> | null = null;

  constructor(descriptor: SessionDescriptor, wiring: SessionWiring) {
    this.descriptor = descriptor;
    this.wiring = wiring;
    const call = createSessionCall(descriptor, wiring);
    this.call = async (method, params, options) => {
      this.refuseClosed();
      return call(method, params, options);
    };
    const idleTimeoutMs = clampToSafeInteger(descriptor.lifecycle.idle_timeout_ms);
    this.stopKeepalive = startKeepalive(idleTimeoutMs, () => this.keepalive());
  }

  get sessionId(): string {
    return this.descriptor.session_id;
  }

  readiness(options?: OperationOptions): Promise<ResultOf<'environment.readiness'>> {
    return this.call('environment.readiness', {}, options);
  }

  describeComputer(options?: OperationOptions): Promise<ResultOf<'computer.describe'>> {
    return this.call('computer.describe', {}, options);
  }

  observeComputer(options: ObserveOptions = {}): Promise<ObservedComputer> {
    const { targetId: target_id, maxDimension: max_dimension, observationId: observation_id } = options;
    const { region, format, signal } = options;
    const params = { target_id, max_dimension, observation_id, region, format };
    // The reader is closed even when the caller has given up, so its signal is not passed on.
    const close = (reader: string) => this.call('computer.close_observation', { reader });
    const release = ({ reader }: ResultOf<'computer.observe'>): void => {
      close(reader).catch(() => undefined);
    };
    return observeComputer({
      observe: () => this.call('computer.observe', params, { ...options, release }),
      read: (reader) =>
        this.wiring.transfers.read({
          ...reader,
          sessionId: this.sessionId,
          idleTimeoutMs: this.wiring.requestTimeoutMs,
          signal,
        }),
      close,
    });
  }

  click(options: ClickOptions): Promise<ComputerActionResult> {
    const { point, button, count } = options;
    return this.call('computer.click', { ...gestureOf(options), point, button, count }, options);
  }

  move(options: MoveOptions): Promise<ComputerActionResult> {
    return this.call('computer.move', { ...gestureOf(options), point: options.point }, options);
  }

  drag(options: DragOptions): Promise<ComputerActionResult> {
    const { start, end, button, durationMs: duration_ms } = options;
    const route = { start, end, path: options.path && [...options.path] };
    return this.call('computer.drag', { ...gestureOf(options), ...route, button, duration_ms }, options);
  }

  scroll(options: ScrollOptions): Promise<ComputerActionResult> {
    const { point, deltaX: delta_x, deltaY: delta_y, unit } = options;
    return this.call('computer.scroll', { ...gestureOf(options), point, delta_x, delta_y, unit }, options);
  }

  pressKeys(options: PressKeysOptions): Promise<ComputerActionResult> {
    return this.call('computer.press_keys', { keys: [...options.keys], hold_ms: options.holdMs }, options);
  }

  typeText(options: TypeTextOptions): Promise<ComputerActionResult> {
    return this.call('computer.type_text', { text: options.text }, options);
  }

  openFileReader(options: OpenFileReaderOptions): Promise<EipFileReader> {
    return openFileReader(this.fileWiring(), options);
  }

  openFileWriter(options: OpenFileWriterOptions): Promise<EipFileWriter> {
    return openFileWriter(this.fileWiring(), options);
  }

  cancel(target_operation_id: string, options?: OperationOptions): Promise<ResultOf<'operation.cancel'>> {
    return this.call('operation.cancel', { target_operation_id }, options);
  }

  async receipt(operation_id: string, options?: OperationOptions): Promise<Receipt> {
    const { receipt } = await this.call('receipt.get', { operation_id }, options);
    return receipt;
  }

  reconcile(operationId: string, options?: OperationOptions): Promise<Reconciliation> {
    return reconcileOperation({
      receipt: () => this.receipt(operationId, options),
      keepalive: () => this.keepalive(options?.signal),
    });
  }

  async keepalive(signal?: AbortSignal): Promise<void> {
    this.refuseClosed();
    const request = { method: 'session.keepalive', params: {}, sessionId: this.sessionId } as const;
    await runRequest(this.wiring.channel, request, { timeoutMs: this.wiring.requestTimeoutMs, signal });
  }

  close(signal?: AbortSignal): Promise<void> {
    this.closing ??= this.closeOnce(signal);
    return this.closing;
  }

  /** Stops the timer when the connection is gone; nothing can be sent any more. */
  abandon(): void {
    this.stopKeepalive();
  }

  private async closeOnce(signal: AbortSignal | undefined): Promise<void> {
    this.stopKeepalive();
    const request = { method: 'session.close', params: {}, sessionId: this.sessionId } as const;
    try {
      await runRequest(this.wiring.channel, request, { timeoutMs: cancelBoundMs, signal });
    } catch (error) {
      if (!(error instanceof EipError) || !goneErrors.includes(error.errorType)) throw error;
    } finally {
      this.wiring.onClosed();
    }
  }

  private fileWiring() {
    const { transfers, requestTimeoutMs: idleTimeoutMs } = this.wiring;
    return { descriptor: this.descriptor, call: this.call, transfers, idleTimeoutMs };
  }

  private refuseClosed(): void {
    if (this.closing) throw new EipError('conflict', 'The session is closed; open another one.');
  }
}

type Gesture = Pick<ClickOptions, 'observationId' | 'modifiers'>;

function gestureOf({ observationId: observation_id, modifiers }: Gesture) {
  return { observation_id, modifiers: modifiers && [...modifiers] };
}
