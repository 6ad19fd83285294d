import { createHash } from 'node:crypto';

import { creditWindow, defaultLimits, EipError, type ResetStatus } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { connectScriptedSession, type ConnectScriptedOptions } from '../testing/connect-scripted.ts';
import { ScriptedDaemon } from '../testing/scripted-daemon.ts';
import { ScriptedFiles } from '../testing/scripted-files.ts';
import { TransferResetError } from '../transfers/transfer-failure.ts';

afterEach(() => {
  vi.useRealTimers();
});

const path = '/home/ada/notes.txt';
const content = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 31) % 256);
const sha256 = createHash('sha256').update(content).digest('hex');
const resets: [ResetStatus, string][] = [
  ['protocol', 'internal_error'],
  ['denied', 'denied'],
  ['expired', 'invalid_handle'],
  ['source', 'provider_unavailable'],
  ['limit', 'quota_exceeded'],
  ['cancelled', 'cancelled'],
  ['internal', 'internal_error'],
];

async function connectFiles(options: ConnectScriptedOptions = {}) {
  const connected = await connectScriptedSession(options);
  return { ...connected, files: new ScriptedFiles(connected.daemon, [[path, content]]) };
}

/** With readers and writers that the test plays itself. */
async function connectByHand(options: ConnectScriptedOptions = {}) {
  const { daemon, session } = await connectFiles(options);
  const info = { path: { path }, kind: 'file' } as const;
  const expires_at = '2026-01-31T12:10:00Z';
  daemon.on('file.open_reader', () => ({ reader: 'hand', info, expires_at }));
  daemon.on('file.open_writer', () => ({ writer: 'hand', max_transfer_bytes: 10_000_000, expires_at }));
  return { daemon, session, frame: { sessionId: session.sessionId, handle: 'hand' } };
}

describe('openFileReader', () => {
  it('reads all of a file, verifies and closes it', async () => {
    const { daemon, session, files } = await connectFiles();
    files.chunkBytes = 777;
    const reader = await session.openFileReader({ path });
    expect(reader.info).toMatchObject({ size_bytes: 50_000 });
    expect(await reader.readAll()).toStrictEqual(content);
    expect(daemon.transfers.mostUnacknowledged).toBe(creditWindow);
    expect(daemon.requestsOf('file.close_reader')).toHaveLength(1);
    expect(await reader.close()).toStrictEqual({ bytes: 50_000, sha256, verified: true });
  });

  it('reads a part of a file', async () => {
    const { daemon, session } = await connectFiles();
    const reader = await session.openFileReader({ path, byteRange: { offset: 10, length: 20 } });
    expect(await reader.readAll()).toStrictEqual(content.subarray(10, 30));
    expect(daemon.requestsOf('file.open_reader')[0]?.params).toMatchObject({
      path: { path },
      byte_range: { offset: 10, length: 20 },
    });
  });

  it('lets a slow consumer hold the device back', async () => {
    const { daemon, session, files } = await connectFiles();
    files.chunkBytes = 100;
    const reader = await session.openFileReader({ path });
    let taken = 0;
    for await (const chunk of reader) {
      taken += chunk.length;
      await new Promise((resolve) => setImmediate(resolve));
      const credit = daemon.framesOf('credit').at(-1)?.offset ?? 0;
      expect(credit).toBe(taken);
    }
    expect(taken).toBe(50_000);
    expect(daemon.transfers.mostUnacknowledged).toBe(creditWindow);
  });

  it('cancels the transfer and closes the reader when the consumer leaves early', async () => {
    const { daemon, session, files } = await connectFiles();
    files.chunkBytes = 100;
    const reader = await session.openFileReader({ path });
    for await (const chunk of reader) {
      expect(chunk).toHaveLength(100);
      break;
    }
    expect(await reader.close()).toMatchObject({ bytes: 100, verified: false });
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'cancelled', offset: 100 }]);
    expect(daemon.requestsOf('file.close_reader')).toHaveLength(1);
  });

  it('refuses more bytes than it was allowed, and a second pass', async () => {
    const { session, files } = await connectFiles();
    files.chunkBytes = 100;
    const reader = await session.openFileReader({ path });
    await expect(reader.readAll({ maxBytes: 1000 })).rejects.toMatchObject({ errorType: 'quota_exceeded' });
    await expect(reader.readAll()).rejects.toMatchObject({ errorType: 'conflict' });
  });

  it('gives nothing more once it is closed, even of what has come already', async () => {
    const { session, files } = await connectFiles();
    files.chunkBytes = 25_000;
    const reader = await session.openFileReader({ path });
    const chunks = reader[Symbol.asyncIterator]();
    await chunks.next();
    expect(await reader.close()).toMatchObject({ bytes: 25_000, verified: false });
    await expect(chunks.next()).rejects.toBeInstanceOf(EipError);
  });

  it('says so when the device sent something else than it says', async () => {
    const { daemon, session } = await connectFiles();
    const digest = { algorithm: 'sha256', value: 'f'.repeat(64) } as const;
    daemon.on('file.close_reader', () => ({ completion: { produced_bytes: 50_000, digest } }));
    const reader = await session.openFileReader({ path });
    await expect(reader.readAll()).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
  });

  it.each(resets)('turns RESET(%s) into %s, names the status and closes', async (resetStatus, errorType) => {
    const { daemon, session, frame } = await connectByHand();
    const reader = await session.openFileReader({ path });
    const failed = reader.readAll().catch((error: unknown) => error);
    daemon.sendFrame({ ...frame, kind: 'attached' });
    daemon.sendFrame({ ...frame, kind: 'reset', resetStatus });
    const error = await failed;
    expect(error).toBeInstanceOf(TransferResetError);
    expect(error).toMatchObject({ resetStatus, errorType, details: { handle_kind: 'reader' } });
    await daemon.until(() => daemon.requestsOf('file.close_reader').length === 1);
  });

  it('closes a reader that is opened after its caller gave up', async () => {
    const { daemon, session } = await connectFiles();
    const giveUp = new AbortController();
    const held = daemon.holdNext('file.open_reader');
    const opening = session.openFileReader({ path, signal: giveUp.signal });
    await held.begun;
    giveUp.abort();
    await expect(opening).rejects.toMatchObject({ errorType: 'cancelled' });
    await daemon.until(() => daemon.requestsOf('file.close_reader').length === 1);
  });

  it('is aborted by its signal at any time', async () => {
    const { daemon, session, frame } = await connectByHand();
    const giveUp = new AbortController();
    const reader = await session.openFileReader({ path, signal: giveUp.signal });
    daemon.sendFrame({ ...frame, kind: 'attached' });
    const reading = reader.readAll();
    giveUp.abort();
    await expect(reading).rejects.toMatchObject({ errorType: 'cancelled' });
    await daemon.until(() => daemon.framesOf('reset').length === 1);
  });
});

describe('openFileWriter', () => {
  it('writes what it is given, in chunks, and commits it', async () => {
    const { daemon, session, files } = await connectFiles();
    const writer = await session.openFileWriter({
      path: '/home/ada/new.bin',
      mode: 'create',
      executable: true,
    });
    const large = new Uint8Array(1_000_000).fill(7);
    await writer.write(content);
    await writer.write(large);
    expect(writer.bytesWritten).toBe(1_050_000);
    const { receipt, info } = await writer.commit();
    expect(receipt).toMatchObject({ method: 'file.commit_writer', outcome: 'succeeded' });
    expect(info.size_bytes).toBe(1_050_000);
    const written = files.contents.get('/home/ada/new.bin');
    expect(written && Buffer.compare(written, Buffer.concat([content, large]))).toBe(0);
    expect(Math.max(...daemon.framesOf('chunk').map(({ payload }) => payload.length))).toBe(256 * 1024);
    expect(daemon.requestsOf('file.open_writer')[0]?.params).toMatchObject({
      mode: 'create',
      executable: true,
    });
  });

  it('keeps its chunks within the frames that the device takes', async () => {
    const limits = { ...defaultLimits, max_transfer_frame_bytes: 100 };
    const { daemon, session } = await connectFiles({ daemon: new ScriptedDaemon({ device: { limits } }) });
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    await writer.write(content.subarray(0, 1000));
    await writer.commit();
    const overhead = 24 + 'session-1'.length + 'writer-1'.length;
    expect(daemon.framesOf('chunk')[0]?.payload).toHaveLength(100 - overhead);
  });

  it('commits an empty file', async () => {
    const { session, files } = await connectFiles();
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    await writer.commit();
    expect(files.contents.get(path)).toHaveLength(0);
  });

  it('waits for credit while 8 chunks are under way', async () => {
    const { daemon, session, frame } = await connectByHand();
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    daemon.sendFrame({ ...frame, kind: 'attached' });
    const pieceBytes = 256 * 1024;
    let written = false;
    const writing = writer.write(new Uint8Array(9 * pieceBytes)).then(() => (written = true));
    await daemon.until(() => daemon.framesOf('chunk').length === creditWindow);
    await session.keepalive();
    expect(daemon.framesOf('chunk')).toHaveLength(creditWindow);
    expect(written).toBe(false);
    daemon.sendFrame({ ...frame, kind: 'credit', offset: pieceBytes });
    await writing;
    await daemon.until(() => daemon.framesOf('chunk').length === creditWindow + 1);
  });

  it.each(resets)('turns RESET(%s) into %s and aborts the writer', async (resetStatus, errorType) => {
    const { daemon, session, frame } = await connectByHand();
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    const writing = writer.write(content).catch((error: unknown) => error);
    daemon.sendFrame({ ...frame, kind: 'reset', resetStatus });
    expect(await writing).toMatchObject({ resetStatus, errorType, details: { handle_kind: 'writer' } });
    await daemon.until(() => daemon.requestsOf('file.abort_writer').length === 1);
    await expect(writer.write(content)).rejects.toMatchObject({ errorType: 'conflict' });
  });

  it.each([
    ['credit that is at no end of a chunk', { kind: 'credit', offset: 3 }],
    ['an END_ACK before the end', { kind: 'end_ack', offset: 50_000 }],
    ['a frame of a reader', { kind: 'end', offset: 0 }],
    ['a second ATTACHED', { kind: 'attached' }],
  ] as const)('resets the transfer at %s', async (_name, wrong) => {
    const { daemon, session, frame } = await connectByHand();
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    daemon.sendFrame({ ...frame, kind: 'attached' });
    await writer.write(content);
    daemon.sendFrame({ ...frame, ...wrong });
    await expect(writer.commit()).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
    await daemon.until(() => daemon.requestsOf('file.abort_writer').length === 1);
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'protocol' }]);
  });

  it('refuses more than the device takes, writes at the same time, and writes after the end', async () => {
    const { daemon, session, files } = await connectFiles();
    files.maxTransferBytes = 10;
    const full = await session.openFileWriter({ path, mode: 'replace' });
    await expect(full.write(content)).rejects.toMatchObject({ errorType: 'quota_exceeded' });
    await daemon.until(() => daemon.requestsOf('file.abort_writer').length === 1);
    files.maxTransferBytes = 1_000_000;
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    const first = writer.write(content);
    await expect(writer.write(content)).rejects.toMatchObject({ errorType: 'conflict' });
    await first;
    await writer.commit();
    await expect(writer.write(content)).rejects.toMatchObject({ errorType: 'conflict' });
  });

  it('aborts once, and tells what the device says', async () => {
    const { daemon, session, files } = await connectFiles();
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    await writer.write(content.subarray(0, 10));
    const answers = await Promise.all([writer.abort(), writer.abort()]);
    expect(answers).toStrictEqual([{ status: 'aborted' }, { status: 'aborted' }]);
    expect(daemon.requestsOf('file.abort_writer')).toHaveLength(1);
    await expect(writer.commit()).rejects.toMatchObject({ errorType: 'conflict' });
    expect(files.contents.get(path)).toBe(content);
  });

  it('says so when the device wrote something else', async () => {
    const { daemon, session } = await connectFiles();
    daemon.on('file.commit_writer', ({ transfer_digest }, { operationId }) => ({
      info: { path: { path }, kind: 'file' },
      transferred_bytes: 3,
      transfer_digest,
      receipt: daemon.operations.receipt(operationId),
    }));
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    await writer.write(content);
    await expect(writer.commit()).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
  });

  it('aborts after a refused commit, and leaves one alone whose end is unknown', async () => {
    const { connection, daemon, session } = await connectFiles();
    daemon.failNext('file.commit_writer', new EipError('conflict', 'The file changed.'));
    const refused = await session.openFileWriter({ path, mode: 'replace' });
    await expect(refused.commit()).rejects.toMatchObject({ errorType: 'conflict' });
    await daemon.until(() => daemon.requestsOf('file.abort_writer').length === 1);
    const lost = await session.openFileWriter({ path, mode: 'replace' });
    const held = daemon.holdNext('file.commit_writer');
    const committing = lost.commit({ operationId: 'commit-1' });
    await held.begun;
    daemon.lose();
    await expect(committing).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      details: { operation_id: 'commit-1' },
    });
    await connection.closed;
    expect(daemon.requestsOf('file.abort_writer')).toHaveLength(1);
  });

  it('gives up when the device takes nothing for too long', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectByHand({ requestTimeoutMs: 1000 });
    const writer = await session.openFileWriter({ path, mode: 'replace' });
    const writing = expect(writer.write(content)).rejects.toMatchObject({ errorType: 'timeout' });
    await vi.advanceTimersByTimeAsync(1001);
    await writing;
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'cancelled' }]);
  });
});
