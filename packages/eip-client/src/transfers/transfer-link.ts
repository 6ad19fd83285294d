import type {
  DataFrame,
  DataFrameKind,
  EipError,
  ErrorType,
  ResetStatus,
} from '@harness-desktop/eip-protocol';

import { onAbort, timerDelay } from '../bounded-wait.ts';
import { transferFailure, TransferResetError, type TransferDirection } from './transfer-failure.ts';

export type TransferRequest = {
  readonly sessionId: string;
  readonly handle: string;
  /** How long the device may be silent while it is its turn. */
  readonly idleTimeoutMs: number;
  /** Aborts the transfer at any time. */
  readonly signal?: AbortSignal | undefined;
};

export type SendFrame = (frame: DataFrame) => void;

export type TransferLinkOptions = {
  readonly request: TransferRequest;
  readonly direction: TransferDirection;
  readonly send: SendFrame;
  /** Runs once, when the transfer has ended in whatever way. */
  readonly onEnd: () => void;
};

const nothing = new Uint8Array();

/**
 * What both directions of a transfer share: the frames of one handle, the deadline for the next one, and the one way
 * to end. The device is told of the end by RESET, except when it said so itself or cannot be reached any more.
 */
export class TransferLink {
  private readonly options: TransferLinkOptions;
  private stopListening = (): void => undefined;
  private failure: EipError | null = null;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | null = null;
  /** Bytes that this side has consumed or sent; where a RESET says that it happened. */
  position = 0;

  constructor(options: TransferLinkOptions) {
    this.options = options;
  }

  start(): void {
    const { signal } = this.options.request;
    if (signal?.aborted) {
      this.fail(this.cancelled());
      return;
    }
    this.stopListening = onAbort(signal, () => this.cancel());
    this.send('attach', { offset: 0 });
  }

  get isEnded(): boolean {
    return this.ended;
  }

  send(kind: DataFrameKind, fields: Partial<DataFrame> & Pick<DataFrame, 'offset'>): void {
    const { sessionId, handle } = this.options.request;
    this.options.send({ kind, sessionId, handle, payload: nothing, resetStatus: null, ...fields });
  }

  /** Resolves at the frame that makes it true; throws what ended the transfer. One may wait at a time. */
  async until(condition: () => boolean): Promise<void> {
    for (;;) {
      if (this.failure) throw this.failure;
      if (condition()) return;
      await this.change();
    }
  }

  /** To be called after every frame. */
  changed(): void {
    clearTimeout(this.timer);
    this.wake?.();
    this.wake = null;
  }

  /** The transfer ended as it should. */
  finish(): void {
    this.end(null);
  }

  cancel(): void {
    this.refuse('cancelled', this.cancelled());
  }

  violated(message: string): void {
    this.refuse('protocol', this.error('integrity_mismatch', message));
  }

  reset(status: ResetStatus | null): void {
    this.fail(new TransferResetError(status ?? 'internal', this.options.direction));
  }

  /** Ends without telling the device, which cannot or need not hear it. */
  fail(error: EipError): void {
    this.end(error);
  }

  private cancelled(): EipError {
    return this.error('cancelled', 'The transfer was cancelled.');
  }

  private error(type: ErrorType, message: string): EipError {
    return transferFailure(type, message, this.options.direction);
  }

  private refuse(resetStatus: ResetStatus, error: EipError): void {
    if (this.end(error)) this.send('reset', { offset: this.position, resetStatus });
  }

  private end(failure: EipError | null): boolean {
    if (this.ended) return false;
    this.ended = true;
    this.failure = failure;
    this.stopListening();
    this.options.onEnd();
    this.changed();
    return true;
  }

  private change(): Promise<void> {
    const silent = (): void =>
      this.refuse('cancelled', this.error('timeout', 'The device stopped in the middle of a transfer.'));
    this.timer = setTimeout(silent, timerDelay(this.options.request.idleTimeoutMs));
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
