import { createHash } from 'node:crypto';

import { sizeLimits, type ResetStatus } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { connectScriptedSession, type ConnectScriptedOptions } from './testing/connect-scripted.ts';
import type { ScriptedDaemon } from './testing/scripted-daemon.ts';
import { ScriptedDesktop, type ImageClaims } from './testing/scripted-desktop.ts';

afterEach(() => {
  vi.useRealTimers();
});

const image = Uint8Array.from({ length: 10_000 }, (_, index) => (index * 31) % 256);

const screen = { sessionId: 'session-1', handle: 'screen-1' };

/** A desktop that shows the image. */
async function connectDesktop(options: ConnectScriptedOptions = {}) {
  const { daemon, session } = await connectScriptedSession(options);
  const desktop = new ScriptedDesktop(daemon);
  desktop.image = image;
  return { daemon, session, desktop };
}

/** The same, whose transfers the test plays itself. */
async function connectByHand(options: ConnectScriptedOptions = {}) {
  const connected = await connectDesktop(options);
  connected.desktop.servesReaders = false;
  return connected;
}

async function attached(daemon: ScriptedDaemon): Promise<void> {
  await daemon.until(() => daemon.framesOf('attach').length === 1);
  daemon.sendFrame({ ...screen, kind: 'attached' });
}

async function closedReader(daemon: ScriptedDaemon): Promise<void> {
  await daemon.until(() => daemon.requestsOf('computer.close_observation').length === 1);
}

describe('observeComputer', () => {
  it('returns the verified image and closes its reader', async () => {
    const { daemon, session, desktop } = await connectDesktop();
    desktop.chunkBytes = 333;
    const observed = await session.observeComputer({
      targetId: 'display-1',
      maxDimension: 800,
      timeoutMs: 900,
    });
    expect(observed.bytes).toStrictEqual(image);
    expect(observed.sha256).toBe(createHash('sha256').update(image).digest('hex'));
    expect(observed.observation.observation_id).toBe('observation-1');
    expect(observed.expiresAt).toBe('2026-01-31T12:02:00Z');
    expect(daemon.requestsOf('computer.observe')[0]?.params).toStrictEqual({
      context: { operation_id: 'op-1', timeout_ms: 900 },
      target_id: 'display-1',
      max_dimension: 800,
    });
    expect(daemon.requestsOf('computer.close_observation')[0]?.params).toStrictEqual({
      context: { operation_id: 'op-2' },
      reader: 'screen-1',
    });
  });

  it('attaches at 0 and credits every chunk at its end, so that a window of 8 always moves', async () => {
    const { daemon, session, desktop } = await connectDesktop();
    desktop.chunkBytes = 100;
    await session.observeComputer();
    expect(daemon.framesOf('attach')).toMatchObject([
      { sessionId: 'session-1', handle: 'screen-1', offset: 0 },
    ]);
    const credits = daemon.framesOf('credit').map(({ offset }) => offset);
    expect(credits).toStrictEqual(Array.from({ length: 100 }, (_, index) => 100 * (index + 1)));
    expect(daemon.transfers.mostUnacknowledged).toBe(8);
  });

  it('reads an image of the largest size in full chunks', async () => {
    const { session, desktop } = await connectDesktop();
    desktop.image = new Uint8Array(sizeLimits.imageBytes).fill(7);
    desktop.chunkBytes = 1_000_000;
    expect((await session.observeComputer()).bytes.length).toBe(4 * 1024 * 1024);
  });

  it('does not read an image above 4 MiB, and closes its reader', async () => {
    const { daemon, session, desktop } = await connectDesktop();
    desktop.claims = { sizeBytes: sizeLimits.imageBytes + 1 };
    await expect(session.observeComputer()).rejects.toMatchObject({ errorType: 'quota_exceeded' });
    await closedReader(daemon);
    expect(daemon.frames).toHaveLength(0);
  });

  it.each<[string, ImageClaims]>([
    ['another digest', { sha256: 'f'.repeat(64) }],
    ['another length', { producedBytes: 9_999 }],
  ])('refuses an image of which the device says %s', async (_name, claims) => {
    const { session, desktop } = await connectDesktop();
    desktop.claims = claims;
    await expect(session.observeComputer()).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
  });

  it.each<[ResetStatus, string]>([
    ['protocol', 'internal_error'],
    ['denied', 'denied'],
    ['expired', 'invalid_handle'],
    ['source', 'provider_unavailable'],
    ['limit', 'quota_exceeded'],
    ['cancelled', 'cancelled'],
    ['internal', 'internal_error'],
  ])('turns RESET(%s) into %s and closes the reader', async (status, errorType) => {
    const { daemon, session } = await connectByHand();
    const observing = session.observeComputer();
    await attached(daemon);
    daemon.sendFrame({ ...screen, kind: 'reset', resetStatus: status });
    await expect(observing).rejects.toMatchObject({ errorType, details: { handle_kind: 'reader' } });
    await closedReader(daemon);
    expect(daemon.framesOf('reset')).toHaveLength(0);
  });

  it.each<[string, (daemon: ScriptedDaemon) => void]>([
    [
      'a gap',
      (daemon) => daemon.sendFrame({ ...screen, kind: 'chunk', offset: 5, payload: image.subarray(0, 5) }),
    ],
    ['an empty chunk', (daemon) => daemon.sendFrame({ ...screen, kind: 'chunk' })],
    [
      'too many bytes',
      (daemon) => daemon.sendFrame({ ...screen, kind: 'chunk', payload: new Uint8Array(10_001) }),
    ],
    ['an early end', (daemon) => daemon.sendFrame({ ...screen, kind: 'end' })],
    [
      'an end of another length',
      (daemon) => daemon.sendFrame({ ...screen, kind: 'end', offset: image.length }),
    ],
    ['a second ATTACHED', (daemon) => daemon.sendFrame({ ...screen, kind: 'attached' })],
    ['a frame of a writer', (daemon) => daemon.sendFrame({ ...screen, kind: 'end_ack' })],
  ])('resets a transfer with %s', async (_name, misbehave) => {
    const { daemon, session } = await connectByHand();
    const observing = session.observeComputer();
    await attached(daemon);
    misbehave(daemon);
    await expect(observing).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
    await closedReader(daemon);
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'protocol' }]);
  });

  it('resets a transfer whose chunks come before ATTACHED', async () => {
    const { daemon, session } = await connectByHand();
    const observing = session.observeComputer();
    await daemon.until(() => daemon.framesOf('attach').length === 1);
    daemon.sendFrame({ ...screen, kind: 'chunk', payload: image });
    await expect(observing).rejects.toMatchObject({ errorType: 'integrity_mismatch' });
  });

  it('ignores frames of handles it does not know', async () => {
    const { daemon, session } = await connectByHand();
    const observing = session.observeComputer();
    daemon.sendFrame({ ...screen, kind: 'chunk', handle: 'screen-0', payload: image });
    daemon.sendFrame({ ...screen, kind: 'chunk', sessionId: 'session-0', payload: image });
    await attached(daemon);
    daemon.sendFrame({ ...screen, kind: 'chunk', payload: image });
    daemon.sendFrame({ ...screen, kind: 'end', offset: image.length });
    expect((await observing).bytes).toStrictEqual(image);
    daemon.sendFrame({ ...screen, kind: 'end', offset: image.length });
    await expect(session.keepalive()).resolves.toBeUndefined();
  });

  it('resets and closes the reader when the caller aborts the transfer', async () => {
    const { daemon, session } = await connectByHand();
    const giveUp = new AbortController();
    const observing = session.observeComputer({ signal: giveUp.signal });
    await attached(daemon);
    daemon.sendFrame({ ...screen, kind: 'chunk', payload: image.subarray(0, 10) });
    await daemon.until(() => daemon.framesOf('credit').length === 1);
    giveUp.abort();
    await expect(observing).rejects.toMatchObject({ errorType: 'cancelled' });
    await closedReader(daemon);
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'cancelled', offset: 10 }]);
  });

  it('cancels a capture that the caller aborts, and closes the reader that still comes', async () => {
    const { daemon, session } = await connectByHand();
    daemon.onRaw('computer.observe', () => undefined);
    const giveUp = new AbortController();
    const observing = session.observeComputer({ signal: giveUp.signal });
    await daemon.until(() => daemon.requestsOf('computer.observe').length === 1);
    giveUp.abort();
    await daemon.until(() => daemon.requestsOf('operation.cancel').length === 1);
    expect(daemon.requestsOf('operation.cancel')[0]?.params['target_operation_id']).toBe('op-1');
    const [request] = daemon.requestsOf('computer.observe');
    const observation = { observation_id: 'o', target_id: 't', width: 1, height: 1, mime_type: 'image/jpeg' };
    const captured_at = '2026-01-31T12:00:00Z';
    const result = { observation: { ...observation, captured_at }, reader: 'screen-1', size_bytes: 1 };
    if (request) daemon.answer(request, { ...result, expires_at: '2026-01-31T12:02:00Z' });
    await expect(observing).rejects.toMatchObject({ errorType: 'cancelled' });
    await closedReader(daemon);
    expect(daemon.frames).toHaveLength(0);
  });

  it('says the same of an answer it cannot read as of an envelope it cannot read', async () => {
    const { daemon, session } = await connectDesktop();
    const unavailable = { errorType: 'provider_unavailable', dispatchStage: 'unknown', isFromPeer: false };
    daemon.onRaw('computer.observe', () => ({ surprise: true }));
    await expect(session.observeComputer()).rejects.toMatchObject(unavailable);
    daemon.onRaw('computer.observe', () => {
      daemon.sendText('{"jsonrpc":"2.0"}');
      return undefined;
    });
    await expect(session.observeComputer()).rejects.toMatchObject(unavailable);
  });

  it('gives up a transfer that pauses too long', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectByHand({ requestTimeoutMs: 1000 });
    const observing = expect(session.observeComputer()).rejects.toMatchObject({ errorType: 'timeout' });
    await attached(daemon);
    await vi.advanceTimersByTimeAsync(1001);
    await observing;
    expect(daemon.framesOf('reset')).toMatchObject([{ resetStatus: 'cancelled' }]);
  });

  it('fails the transfer when the transport is lost', async () => {
    const { daemon, session } = await connectByHand();
    const observing = session.observeComputer();
    await attached(daemon);
    daemon.lose();
    await expect(observing).rejects.toMatchObject({ errorType: 'provider_unavailable' });
  });
});
