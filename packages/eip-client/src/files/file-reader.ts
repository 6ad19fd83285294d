import { createHash, type Hash } from 'node:crypto';

import { EipError, type ResultOf } from '@harness-desktop/eip-protocol';

import type { OperationOptions } from '../session-options.ts';
import { collectBytes } from '../transfers/collect-bytes.ts';
import type { ReaderTransfer } from '../transfers/reader-transfer.ts';

export type FileCompletion = {
  /** Bytes that were read here. */
  readonly bytes: number;
  /** Of these bytes, 64 hex digits. */
  readonly sha256: string;
  /** Whether this is all that was asked for, and the device says the same of its length and digest. */
  readonly verified: boolean;
};

export type ReadAllOptions = {
  /** More bytes than these throw `quota_exceeded`; 64 MiB when absent. */
  readonly maxBytes?: number | undefined;
};

/**
 * The bytes of one file, once, as they come. Nobody but the consumer drives it: at most 8 chunks are under way.
 * Iterating to the end closes the reader and verifies the digest before it says that it is done
 * (`integrity_mismatch` when it differs); leaving it early cancels the transfer and closes the reader.
 * A reset by the device throws TransferResetError.
 */
export type EipFileReader = AsyncIterable<Uint8Array> & {
  /** The file as it was when it was opened. */
  readonly info: ResultOf<'file.open_reader'>['info'];
  /** Until when the device keeps it open. */
  readonly expiresAt: string;
  /** Everything that is left, verified. */
  readAll(options?: ReadAllOptions): Promise<Uint8Array>;
  /** Idempotent. Before the end it cancels the transfer, and what it answers is not verified. */
  close(options?: OperationOptions): Promise<FileCompletion>;
};

export type FileReaderOptions = {
  readonly opened: ResultOf<'file.open_reader'>;
  readonly transfer: ReaderTransfer;
  readonly closeReader: (options: OperationOptions) => Promise<ResultOf<'file.close_reader'>>;
};

const defaultMaxBytes = 64 * 1024 * 1024;

export class FileReader implements EipFileReader {
  private readonly options: FileReaderOptions;
  private readonly hash: Hash = createHash('sha256');
  private received = 0;
  private complete = false;
  private started = false;
  private closing: Promise<FileCompletion> | null = null;

  constructor(options: FileReaderOptions) {
    this.options = options;
  }

  get info(): ResultOf<'file.open_reader'>['info'] {
    return this.options.opened.info;
  }

  get expiresAt(): string {
    return this.options.opened.expires_at;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    if (this.started) throw new EipError('conflict', 'A reader is read once; open another one.');
    this.started = true;
    try {
      for await (const chunk of this.options.transfer) {
        if (this.closing) throw new EipError('conflict', 'The reader was closed; open another one.');
        this.received += chunk.length;
        this.hash.update(chunk);
        yield chunk;
      }
      this.complete = true;
      await this.close();
    } finally {
      // What went wrong with the transfer is what the caller must hear; closing only frees the device.
      this.close().catch(() => undefined);
    }
  }

  async readAll({ maxBytes = defaultMaxBytes }: ReadAllOptions = {}): Promise<Uint8Array> {
    const bytes = await collectBytes(this, maxBytes);
    if (bytes !== null) return bytes;
    throw new EipError('quota_exceeded', `The file has more than ${maxBytes} bytes.`, {
      dispatchStage: 'completed',
      retryHint: 'never',
    });
  }

  close(options: OperationOptions = {}): Promise<FileCompletion> {
    this.closing ??= this.closeOnce(options);
    return this.closing;
  }

  private async closeOnce(options: OperationOptions): Promise<FileCompletion> {
    this.options.transfer.cancel();
    const verified = this.complete;
    const { completion } = await this.options.closeReader(options);
    const bytes = this.received;
    const sha256 = this.hash.digest('hex');
    if (verified && (completion.produced_bytes !== bytes || completion.digest.value !== sha256)) {
      throw new EipError('integrity_mismatch', 'The bytes differ from what the device says it sent.', {
        dispatchStage: 'completed',
        details: { handle_kind: 'reader', produced_bytes: completion.produced_bytes },
      });
    }
    return { bytes, sha256, verified };
  }
}
