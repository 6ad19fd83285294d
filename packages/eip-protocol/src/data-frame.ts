import { exactInteger, largestU64, type WireInteger } from './integers.ts';
import { sizeLimits } from './limits.ts';
import { decodeUtf8, encodeUtf8, Utf8Error } from './utf8.ts';

const frameKinds = ['attach', 'attached', 'chunk', 'end', 'end_ack', 'reset', 'credit'] as const;
export type DataFrameKind = (typeof frameKinds)[number];

/** Why a transfer was reset, in wire order from 1. */
export const resetStatuses = [
  'protocol',
  'denied',
  'expired',
  'source',
  'limit',
  'cancelled',
  'internal',
] as const;
export type ResetStatus = (typeof resetStatuses)[number];

/**
 * One binary message of a transfer. `offset`, a u64, is the byte position of a chunk, the total of END and END_ACK, and
 * the bytes consumed so far of CREDIT. Only a chunk has a payload and only a reset has a `resetStatus`.
 */
export type DataFrame = {
  readonly kind: DataFrameKind;
  readonly sessionId: string;
  readonly handle: string;
  readonly offset: WireInteger;
  readonly payload: Uint8Array;
  readonly resetStatus: ResetStatus | null;
};

/** A chunk may be sent while fewer than this many are unacknowledged. */
export const creditWindow = 8;

/** No frame is sent above this, header and ids included. */
export const maxFrameBytes = sizeLimits.sentMessageBytes;

/** Payload size that keeps a frame within {@link maxFrameBytes} for ids of up to 2 KiB. */
export const maxChunkBytes = maxFrameBytes - 4096;

export class DataFrameError extends Error {
  override readonly name = 'DataFrameError';
}

const headerBytes = 24;
const magic = 0x4549_5044;
const version = 1;

/** Throws {@link DataFrameError} for a frame that the format or the sending cap does not allow. */
export function encodeDataFrame(frame: DataFrame): Uint8Array {
  checkMeaning(frame);
  checkOffset(frame.offset);
  const session = encodeName(frame.sessionId);
  const handle = encodeName(frame.handle);
  const length = headerBytes + session.length + handle.length + frame.payload.length;
  if (length > maxFrameBytes)
    throw new DataFrameError(`A frame of ${length} bytes exceeds ${maxFrameBytes}.`);
  const bytes = new Uint8Array(length);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, magic);
  header.setUint8(4, version);
  header.setUint8(5, 1 + frameKinds.indexOf(frame.kind));
  header.setUint16(6, frame.resetStatus === null ? 0 : 1 + resetStatuses.indexOf(frame.resetStatus));
  header.setUint16(8, session.length);
  header.setUint16(10, handle.length);
  header.setBigUint64(12, BigInt(frame.offset));
  header.setUint32(20, frame.payload.length);
  bytes.set(session, headerBytes);
  bytes.set(handle, headerBytes + session.length);
  bytes.set(frame.payload, length - frame.payload.length);
  return bytes;
}

/** The payload is a view of `bytes`. Frames up to the receiving limit of 4 MiB are accepted. */
export function decodeDataFrame(bytes: Uint8Array): DataFrame {
  if (bytes.length < headerBytes) throw new DataFrameError('The frame is shorter than its header.');
  if (bytes.length > sizeLimits.receivedFrameBytes)
    throw new DataFrameError('The frame exceeds the receiving limit.');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0) !== magic) throw new DataFrameError('The frame does not begin with EIPD.');
  if (header.getUint8(4) !== version) throw new DataFrameError('The frame version is not 1.');
  const handleStart = headerBytes + header.getUint16(8);
  const payloadStart = handleStart + header.getUint16(10);
  if (bytes.length !== payloadStart + header.getUint32(20)) {
    throw new DataFrameError('The frame length differs from the lengths in its header.');
  }
  const frame: DataFrame = {
    kind: kindOf(header.getUint8(5)),
    sessionId: decodeName(bytes.subarray(headerBytes, handleStart)),
    handle: decodeName(bytes.subarray(handleStart, payloadStart)),
    offset: exactInteger(header.getBigUint64(12)),
    payload: bytes.subarray(payloadStart),
    resetStatus: resetStatusOf(header.getUint16(6)),
  };
  checkMeaning(frame);
  return frame;
}

function checkMeaning(frame: DataFrame): void {
  if (frame.kind !== 'chunk' && frame.payload.length > 0)
    throw new DataFrameError('Only a chunk has a payload.');
  if ((frame.kind === 'reset') !== (frame.resetStatus !== null)) {
    throw new DataFrameError('A reset, and nothing else, has a reset status.');
  }
}

function kindOf(code: number): DataFrameKind {
  const kind = frameKinds[code - 1];
  if (kind === undefined) throw new DataFrameError(`The frame kind ${code} is unknown.`);
  return kind;
}

function resetStatusOf(code: number): ResetStatus | null {
  if (code === 0) return null;
  const status = resetStatuses[code - 1];
  if (status === undefined) throw new DataFrameError(`The reset status ${code} is unknown.`);
  return status;
}

function checkOffset(offset: WireInteger): void {
  const exact = typeof offset === 'bigint' || Number.isSafeInteger(offset);
  if (!exact || offset < 0 || offset > largestU64) throw new DataFrameError('The offset is not a u64.');
}

function encodeName(name: string): Uint8Array {
  const bytes = inFrame(() => encodeUtf8(name));
  if (bytes.length === 0 || bytes.length > 0xffff)
    throw new DataFrameError('An id must have 1..65535 bytes.');
  return bytes;
}

function decodeName(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new DataFrameError('An id must have 1..65535 bytes.');
  return inFrame(() => decodeUtf8(bytes));
}

function inFrame<T>(convert: () => T): T {
  try {
    return convert();
  } catch (cause) {
    if (cause instanceof Utf8Error) throw new DataFrameError('An id is not well-formed Unicode.', { cause });
    throw cause;
  }
}
