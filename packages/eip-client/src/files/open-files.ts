import {
  clampToSafeInteger,
  maxFrameBytes,
  utf8ByteLength,
  type ResultOf,
  type SessionDescriptor,
} from '@harness-desktop/eip-protocol';

import type { SessionCall } from '../session-call.ts';
import type { OperationOptions } from '../session-options.ts';
import type { TransferRouter } from '../transfers/transfer-router.ts';
import { FileReader, type EipFileReader } from './file-reader.ts';
import { FileWriter, type EipFileWriter } from './file-writer.ts';

/** The signal stays in force until the transfer has ended. */
type OpenTransferOptions = OperationOptions & {
  /** Absolute, in the device's own form. */
  readonly path: string;
  /** How long the device keeps it open. */
  readonly transferTimeoutMs?: number | undefined;
};

export type OpenFileReaderOptions = OpenTransferOptions & {
  /** From byte `offset`, 0 when absent, as many as `length`, or to the end. */
  readonly byteRange?: { readonly offset?: number | bigint; readonly length?: number | bigint } | undefined;
};

export type OpenFileWriterOptions = OpenTransferOptions & {
  /** `create` refuses an existing file, `replace` a missing one, `upsert` neither; `append` adds to one. */
  readonly mode: 'create' | 'replace' | 'upsert' | 'append';
  readonly executable?: boolean | undefined;
};

export type OpenFileWiring = {
  readonly descriptor: SessionDescriptor;
  readonly call: SessionCall;
  readonly transfers: TransferRouter;
  readonly idleTimeoutMs: number;
};

/** Room for control messages to get their turn between chunks. */
const usualChunkBytes = 256 * 1024;
const frameHeaderBytes = 24;

/** Throws EipError; whatever the device has opened by then is closed. */
export async function openFileReader(
  wiring: OpenFileWiring,
  options: OpenFileReaderOptions,
): Promise<EipFileReader> {
  const { path, byteRange: byte_range, transferTimeoutMs: transfer_timeout_ms, ...operation } = options;
  const closeReader = (reader: string, closing: OperationOptions) =>
    wiring.call('file.close_reader', { reader }, closing);
  const release = ({ reader }: Pick<ResultOf<'file.open_reader'>, 'reader'>): void => {
    closeReader(reader, {}).catch(() => undefined);
  };
  const params = { path: { path }, byte_range, transfer_timeout_ms };
  const opened = await wiring.call('file.open_reader', params, { ...operation, release });
  try {
    const transfer = wiring.transfers.read({ ...requestOf(wiring, options.signal), handle: opened.reader });
    return new FileReader({
      opened,
      transfer,
      closeReader: (closing) => closeReader(opened.reader, closing),
    });
  } catch (error) {
    release(opened);
    throw error;
  }
}

/** Throws EipError; whatever the device has opened by then is aborted. */
export async function openFileWriter(
  wiring: OpenFileWiring,
  options: OpenFileWriterOptions,
): Promise<EipFileWriter> {
  const { path, mode, executable, transferTimeoutMs: transfer_timeout_ms, ...operation } = options;
  const abortWriter = (writer: string, aborting: OperationOptions) =>
    wiring.call('file.abort_writer', { writer }, aborting);
  const release = ({ writer }: Pick<ResultOf<'file.open_writer'>, 'writer'>): void => {
    abortWriter(writer, {}).catch(() => undefined);
  };
  const params = { path: { path }, mode, executable, transfer_timeout_ms };
  const opened = await wiring.call('file.open_writer', params, { ...operation, release });
  const { writer } = opened;
  try {
    const request = { ...requestOf(wiring, options.signal), handle: writer };
    return new FileWriter({
      opened,
      transfer: wiring.transfers.write({ ...request, chunkBytes: chunkBytesOf(wiring.descriptor, writer) }),
      commitWriter: (written, committing) =>
        wiring.call('file.commit_writer', { writer, ...written }, committing),
      abortWriter: (aborting) => abortWriter(writer, aborting),
    });
  } catch (error) {
    release(opened);
    throw error;
  }
}

function requestOf({ descriptor, idleTimeoutMs }: OpenFileWiring, signal: AbortSignal | undefined) {
  return { sessionId: descriptor.session_id, idleTimeoutMs, signal };
}

function chunkBytesOf({ limits, session_id }: SessionDescriptor, handle: string): number {
  const overheadBytes = frameHeaderBytes + utf8ByteLength(session_id) + utf8ByteLength(handle);
  const frameBytes = Math.min(clampToSafeInteger(limits.max_transfer_frame_bytes), maxFrameBytes);
  return Math.max(1, Math.min(usualChunkBytes, frameBytes - overheadBytes));
}
