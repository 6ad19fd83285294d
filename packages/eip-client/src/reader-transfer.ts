import { EipError, type DataFrame, type ErrorType, type ResetStatus } from '@harness-desktop/eip-protocol';

import { timerDelay } from './bounded-wait.ts';

export type ReaderRequest = {
  readonly sessionId: string;
  readonly handle: string;
  /** Exactly as many bytes must come. */
  readonly sizeBytes: number;
  /** Longest pause between two frames. */
  readonly idleTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

const resetErrors: Readonly<Record<ResetStatus, ErrorType>> = {
  protocol: 'internal_error',
  denied: 'denied',
  expired: 'invalid_handle',
  source: 'provider_unavailable',
  limit: 'quota_exceeded',
  cancelled: 'cancelled',
  internal: 'internal_error',
};

/**
 * The receiving end of one reader: ATTACH → ATTACHED → CHUNK… → END. Every chunk is consumed as it arrives and
 * credited at once. `bytes` rejects with EipError when the peer resets, breaks the order or the size, pauses too long,
 * or the signal aborts; in all but the first case the peer is sent a RESET.
 */
export class ReaderTransfer {
  readonly bytes: Promise<Uint8Array>;
  private readonly request: ReaderRequest;
  private readonly send: (frame: DataFrame) => void;
  private readonly content: Uint8Array;
  private received = 0;
  private state: 'attaching' | 'receiving' | 'ended' = 'attaching';
  private timer: NodeJS.Timeout | undefined;
  private succeed: (bytes: Uint8Array) => void = () => undefined;
  private reject: (error: EipError) => void = () => undefined;

  constructor(request: ReaderRequest, send: (frame: DataFrame) => void) {
    this.request = request;
    this.send = send;
    this.content = new Uint8Array(request.sizeBytes);
    this.bytes = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.reject = reject;
    });
    this.bytes.catch(() => undefined);
  }

  start(): void {
    if (this.request.signal?.aborted) {
      this.fail(cancelledError());
      return;
    }
    this.request.signal?.addEventListener('abort', this.abort, { once: true });
    this.restartTimer();
    this.sendFrame('attach', 0);
  }

  receive(frame: DataFrame): void {
    if (this.state === 'ended') return;
    this.restartTimer();
    switch (frame.kind) {
      case 'attached':
        this.attached(frame);
        return;
      case 'chunk':
        this.consume(frame);
        return;
      case 'end':
        this.complete(frame);
        return;
      case 'reset':
        this.fail(resetError(frame.resetStatus ?? 'internal'));
        return;
      case 'attach':
      case 'end_ack':
      case 'credit':
        this.violated(`A reader must not send ${frame.kind}.`);
    }
  }

  /** Ends the transfer without telling the peer, which cannot or need not hear it. */
  fail(error: EipError): void {
    if (this.end()) this.reject(error);
  }

  private attached(frame: DataFrame): void {
    if (this.state !== 'attaching' || frame.offset !== 0) {
      this.violated('The reader was attached twice or not at its beginning.');
      return;
    }
    this.state = 'receiving';
  }

  private consume({ offset, payload }: DataFrame): void {
    if (this.state !== 'receiving') {
      this.violated('A chunk came before the reader was attached.');
    } else if (offset !== this.received || payload.length === 0) {
      this.violated('A chunk is empty or not where the last one ended.');
    } else if (offset + payload.length > this.request.sizeBytes) {
      this.violated('More bytes came than were announced.');
    } else {
      this.content.set(payload, offset);
      this.received += payload.length;
      this.sendFrame('credit', this.received);
    }
  }

  private complete({ offset }: DataFrame): void {
    if (this.state !== 'receiving' || offset !== this.received || offset !== this.request.sizeBytes) {
      this.violated('The end came before the announced bytes.');
      return;
    }
    this.end();
    this.succeed(this.content);
  }

  private readonly abort = (): void => {
    this.refuse('cancelled', cancelledError());
  };

  private violated(message: string): void {
    this.refuse('protocol', new EipError('integrity_mismatch', message, readerFailure));
  }

  private refuse(status: ResetStatus, error: EipError): void {
    if (!this.end()) return;
    this.sendFrame('reset', this.received, status);
    this.reject(error);
  }

  private end(): boolean {
    if (this.state === 'ended') return false;
    this.state = 'ended';
    clearTimeout(this.timer);
    this.request.signal?.removeEventListener('abort', this.abort);
    return true;
  }

  private restartTimer(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const message = 'The device stopped sending the image.';
      this.refuse('cancelled', new EipError('timeout', message, readerFailure));
    }, timerDelay(this.request.idleTimeoutMs));
  }

  private sendFrame(
    kind: 'attach' | 'credit' | 'reset',
    offset: number,
    resetStatus: ResetStatus | null = null,
  ): void {
    const { sessionId, handle } = this.request;
    this.send({ kind, sessionId, handle, offset, payload: new Uint8Array(), resetStatus });
  }
}

const readerFailure = { dispatchStage: 'completed', details: { handle_kind: 'reader' } } as const;

function cancelledError(): EipError {
  return new EipError('cancelled', 'The transfer was cancelled.', readerFailure);
}

function resetError(status: ResetStatus): EipError {
  return new EipError(resetErrors[status], `The device reset the transfer (${status}).`, readerFailure);
}
