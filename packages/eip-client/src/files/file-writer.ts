import { createHash, type Hash } from 'node:crypto';

import { EipError, type ResultOf } from '@harness-desktop/eip-protocol';

import { onAbort } from '../bounded-wait.ts';
import { isEipError } from '../is-eip-error.ts';
import type { OperationOptions } from '../session-options.ts';
import type { WriterTransfer } from '../transfers/writer-transfer.ts';

type CommitResult = ResultOf<'file.commit_writer'>;
type AbortResult = ResultOf<'file.abort_writer'>;

/**
 * A file that is being written. Nothing of it is visible on the device before `commit`. Whatever goes wrong, also an
 * abort of the signal it was opened with, aborts the writer on the device and is thrown by everything after it.
 * A reset by the device throws TransferResetError.
 */
export type EipFileWriter = {
  /** How much the device takes; more throws `quota_exceeded`. */
  readonly maxTransferBytes: number | bigint;
  /** Until when the device waits for the commit. */
  readonly expiresAt: string;
  /** Bytes that were written so far. */
  readonly bytesWritten: number;
  /**
   * Resolves when all of the chunk, of any size, is under way; no more than 8 pieces of 256 KiB wait for the device.
   * Await it before the next write: `conflict` otherwise.
   */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Ends the transfer and lets the file take its name. Verifies count and digest of what the device says it wrote
   * (`integrity_mismatch`). Losing its answer throws `unknown_outcome`; ask `session.reconcile`.
   */
  commit(options?: OperationOptions): Promise<CommitResult>;
  /** Throws everything away. Idempotent, and harmless after a commit: `already_committed`. */
  abort(options?: OperationOptions): Promise<AbortResult>;
};

export type FileWriterOptions = {
  readonly opened: ResultOf<'file.open_writer'>;
  readonly transfer: WriterTransfer;
  readonly commitWriter: (
    written: Pick<CommitResult, 'transferred_bytes' | 'transfer_digest'>,
    options: OperationOptions,
  ) => Promise<CommitResult>;
  readonly abortWriter: (options: OperationOptions) => Promise<AbortResult>;
};

export class FileWriter implements EipFileWriter {
  private readonly options: FileWriterOptions;
  private readonly hash: Hash = createHash('sha256');
  private busy = false;
  private committing: Promise<CommitResult> | null = null;
  private aborting: Promise<AbortResult> | null = null;

  constructor(options: FileWriterOptions) {
    this.options = options;
  }

  get maxTransferBytes(): number | bigint {
    return this.options.opened.max_transfer_bytes;
  }

  get expiresAt(): string {
    return this.options.opened.expires_at;
  }

  get bytesWritten(): number {
    return this.options.transfer.sentBytes;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.committing || this.aborting || this.busy) {
      throw new EipError(
        'conflict',
        'The writer is busy or closed; await each write, and write before commit.',
      );
    }
    if (this.bytesWritten + chunk.length > this.maxTransferBytes) {
      this.release();
      throw new EipError('quota_exceeded', `The device takes ${this.maxTransferBytes} bytes at most.`, {
        retryHint: 'never',
        details: { handle_kind: 'writer' },
      });
    }
    this.busy = true;
    try {
      // The caller may use its buffer again once this resolves, so it is taken up at once.
      this.hash.update(chunk);
      await this.options.transfer.write(chunk);
    } catch (error) {
      this.release();
      throw error;
    } finally {
      this.busy = false;
    }
  }

  commit(options: OperationOptions = {}): Promise<CommitResult> {
    if (this.busy || this.aborting) {
      return Promise.reject(new EipError('conflict', 'The writer is busy or aborted.'));
    }
    this.committing ??= this.commitOnce(options);
    return this.committing;
  }

  abort(options: OperationOptions = {}): Promise<AbortResult> {
    this.options.transfer.cancel();
    this.aborting ??= this.options.abortWriter(options);
    return this.aborting;
  }

  private async commitOnce(options: OperationOptions): Promise<CommitResult> {
    try {
      await this.end(options.signal);
      const transferred_bytes = this.bytesWritten;
      const value = this.hash.digest('hex');
      const transfer_digest = { algorithm: 'sha256', value } as const;
      const result = await this.options.commitWriter({ transferred_bytes, transfer_digest }, options);
      if (result.transferred_bytes !== transferred_bytes || result.transfer_digest.value !== value) {
        throw new EipError('integrity_mismatch', 'The device wrote something else than it was sent.', {
          dispatchStage: 'completed',
          details: { handle_kind: 'writer', receipt: result.receipt },
        });
      }
      return result;
    } catch (error) {
      // Of a commit with an unknown end, the device knows best what is left to abort: nothing is done behind its back.
      if (!isEipError(error, 'unknown_outcome')) this.release();
      throw error;
    }
  }

  private async end(signal: AbortSignal | undefined): Promise<void> {
    const stopListening = onAbort(signal, () => this.options.transfer.cancel());
    try {
      await this.options.transfer.end();
    } finally {
      stopListening();
    }
  }

  /** The failure itself is what the caller must hear. */
  private release(): void {
    this.abort().catch(() => undefined);
  }
}
