import {
  EipError,
  type CallContext,
  type ComputerActionResult,
  type ErrorType,
  type MethodName,
  type ParamsInputOf,
  type Receipt,
  type ResultOf,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

import { startKeepalive } from './keepalive.ts';
import { observeComputer, type ObservedComputer } from './observe-computer.ts';
import type { RequestChannel } from './request-channel.ts';
import { cancelBoundMs, runOperation, runRequest } from './run-request.ts';
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
import type { TransferRouter } from './transfer-router.ts';

/**
 * One session on a device. It keeps itself alive until it is closed or its connection ends. Methods throw EipError.
 * An input whose answer is lost throws `unknown_outcome`; it is never sent again.
 */
export type EipSession = {
  readonly sessionId: string;
  readonly descriptor: SessionDescriptor;
  /** Must succeed once before the device admits anything but keepalive and close. */
  readiness(options?: OperationOptions): Promise<ResultOf<'environment.readiness'>>;
  describeComputer(options?: OperationOptions): Promise<ResultOf<'computer.describe'>>;
  observeComputer(options?: ObserveOptions): Promise<ObservedComputer>;
  click(options: ClickOptions): Promise<ComputerActionResult>;
  move(options: MoveOptions): Promise<ComputerActionResult>;
  drag(options: DragOptions): Promise<ComputerActionResult>;
  scroll(options: ScrollOptions): Promise<ComputerActionResult>;
  pressKeys(options: PressKeysOptions): Promise<ComputerActionResult>;
  typeText(options: TypeTextOptions): Promise<ComputerActionResult>;
  cancel(targetOperationId: string, options?: OperationOptions): Promise<ResultOf<'operation.cancel'>>;
  receipt(operationId: string, options?: OperationOptions): Promise<Receipt>;
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

/** The device answers a timeout itself; only when even that fails to come, waiting ends here. */
const timeoutMarginMs = 2_000;

/** Errors of closing that mean there is nothing left to close. */
const goneErrors: readonly ErrorType[] = ['provider_unavailable', 'not_found_or_denied'];

export class Session implements EipSession {
  readonly descriptor: SessionDescriptor;
  private readonly wiring: SessionWiring;
  private readonly stopKeepalive: () => void;
  private closing: Promise<void> | null = null;

  constructor(descriptor: SessionDescriptor, wiring: SessionWiring) {
    this.descriptor = descriptor;
    this.wiring = wiring;
    this.stopKeepalive = startKeepalive(descriptor.lifecycle.idle_timeout_ms, () => this.keepalive());
  }

  get sessionId(): string {
    return this.descriptor.session_id;
  }

  readiness(options: OperationOptions = {}): Promise<ResultOf<'environment.readiness'>> {
    return this.run('environment.readiness', options, (context) => ({ context }));
  }

  describeComputer(options: OperationOptions = {}): Promise<ResultOf<'computer.describe'>> {
    return this.run('computer.describe', options, (context) => ({ context }));
  }

  observeComputer(options: ObserveOptions = {}): Promise<ObservedComputer> {
    const { targetId, maxDimension, signal } = options;
    const params = (context: CallContext): ParamsInputOf<'computer.observe'> => ({
      context,
      target_id: targetId,
      max_dimension: maxDimension,
    });
    // The reader is closed even when the caller has given up, so its signal is not passed on.
    const close = (reader: string) =>
      this.run('computer.close_observation', {}, (context) => ({ context, reader }));
    const release = ({ reader }: ResultOf<'computer.observe'>): void => {
      close(reader).catch(() => undefined);
    };
    return observeComputer({
      observe: () => this.run('computer.observe', { ...options, release }, params),
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
    const { observationId: observation_id, point, button, count } = options;
    return this.run('computer.click', options, (context) => ({
      context,
      observation_id,
      point,
      button,
      count,
    }));
  }

  move(options: MoveOptions): Promise<ComputerActionResult> {
    const { observationId: observation_id, point } = options;
    return this.run('computer.move', options, (context) => ({ context, observation_id, point }));
  }

  drag(options: DragOptions): Promise<ComputerActionResult> {
    const { observationId: observation_id, start, end, button, durationMs: duration_ms } = options;
    const gesture = { observation_id, start, end, button, duration_ms };
    return this.run('computer.drag', options, (context) => ({ context, ...gesture }));
  }

  scroll(options: ScrollOptions): Promise<ComputerActionResult> {
    const { observationId: observation_id, point, deltaX: delta_x, deltaY: delta_y, unit } = options;
    const gesture = { observation_id, point, delta_x, delta_y, unit };
    return this.run('computer.scroll', options, (context) => ({ context, ...gesture }));
  }

  pressKeys(options: PressKeysOptions): Promise<ComputerActionResult> {
    return this.run('computer.press_keys', options, (context) => ({ context, keys: [...options.keys] }));
  }

  typeText(options: TypeTextOptions): Promise<ComputerActionResult> {
    return this.run('computer.type_text', options, (context) => ({ context, text: options.text }));
  }

  cancel(targetOperationId: string, options: OperationOptions = {}): Promise<ResultOf<'operation.cancel'>> {
    return this.run('operation.cancel', options, (context) => ({
      context,
      target_operation_id: targetOperationId,
    }));
  }

  async receipt(operationId: string, options: OperationOptions = {}): Promise<Receipt> {
    const { receipt } = await this.run('receipt.get', options, (context) => ({
      context,
      operation_id: operationId,
    }));
    return receipt;
  }

  async keepalive(signal?: AbortSignal): Promise<void> {
    this.refuseClosed();
    const request = {
      method: 'session.keepalive',
      params: {},
      sessionId: this.sessionId,
      control: true,
    } as const;
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
    const request = {
      method: 'session.close',
      params: {},
      sessionId: this.sessionId,
      control: true,
    } as const;
    try {
      await runRequest(this.wiring.channel, request, { timeoutMs: cancelBoundMs, signal });
    } catch (error) {
      if (!(error instanceof EipError) || !goneErrors.includes(error.errorType)) throw error;
    } finally {
      this.wiring.onClosed();
    }
  }

  private async run<M extends MethodName>(
    method: M,
    options: OperationOptions & { release?: (result: ResultOf<M>) => void },
    paramsOf: (context: CallContext) => ParamsInputOf<M>,
  ): Promise<ResultOf<M>> {
    this.refuseClosed();
    const createOperationId = (): string => `op-${this.wiring.createId()}`;
    const { operationId = createOperationId(), timeoutMs, signal, release } = options;
    const request = {
      method,
      params: paramsOf({ operation_id: operationId, timeout_ms: timeoutMs }),
      sessionId: this.sessionId,
      operationId,
      createOperationId,
      control: method === 'operation.cancel',
      ...(release && { release }),
    };
    const waitMs = timeoutMs === undefined ? this.wiring.requestTimeoutMs : timeoutMs + timeoutMarginMs;
    return runOperation(this.wiring.channel, request, { timeoutMs: waitMs, signal });
  }

  private refuseClosed(): void {
    if (this.closing) throw new EipError('conflict', 'The session is closed; open another one.');
  }
}
