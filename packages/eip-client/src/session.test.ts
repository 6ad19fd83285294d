import { EipError } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { connectScriptedSession, type ConnectScriptedOptions } from './testing/connect-scripted.ts';
import { ScriptedDaemon } from './testing/scripted-daemon.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A session with a daemon that says nothing to the computer methods but what a test lets it say. */
async function connectSession(options: ConnectScriptedOptions = {}) {
  const lifecycle = { idle_timeout_ms: 30_000, disconnect_grace_ms: 1000 };
  const daemon = new ScriptedDaemon({ device: { lifecycle } });
  daemon.onRaw('computer.click', () => undefined);
  daemon.onRaw('computer.describe', () => undefined);
  return connectScriptedSession({ daemon, ...options });
}

function actionResult(operationId: string, effect = 'executed') {
  const receipt = {
    operation_id: operationId,
    method: 'computer.click',
    device_id: 'device-1',
    session_id: 'session-1',
    generation: 1,
    request_digest: 'a'.repeat(64),
    stage: 'completed',
    outcome: effect === 'executed' ? 'succeeded' : 'cancelled',
    observed_at: '2026-01-31T12:00:00Z',
  };
  return { receipt, effect, input_cleanup_complete: true };
}

const click = { observationId: 'observation-1', point: { x: 1, y: 2 }, button: 'left' } as const;

async function clicking(daemon: ScriptedDaemon): Promise<void> {
  await daemon.until(() => daemon.requestsOf('computer.click').length === 1);
}

describe('session operations', () => {
  it('write what the wire wants, each under an id of its own', async () => {
    const { daemon, session } = await connectSession();
    const inputs = ['click', 'move', 'drag', 'scroll', 'press_keys', 'type_text'].map(
      (name) => `computer.${name}`,
    );
    for (const method of inputs) daemon.onRaw(method, () => actionResult('op'));
    const point = { x: 1, y: 2 };
    await session.click({ ...click, count: 2 });
    await session.move({ observationId: 'o', point });
    await session.drag({
      observationId: 'o',
      start: point,
      end: { x: 3, y: 4 },
      button: 'left',
      durationMs: 500,
    });
    await session.scroll({ observationId: 'o', point, deltaX: 0, deltaY: -3, unit: 'steps' });
    await session.pressKeys({ keys: ['control', 'c'], timeoutMs: 500 });
    await session.typeText({ text: 'é', operationId: 'mine' });
    expect(inputs.map((method) => daemon.requestsOf(method)[0]?.params)).toStrictEqual([
      { context: { operation_id: 'op-1' }, observation_id: 'observation-1', point, button: 'left', count: 2 },
      { context: { operation_id: 'op-2' }, observation_id: 'o', point },
      {
        context: { operation_id: 'op-3' },
        observation_id: 'o',
        start: point,
        end: { x: 3, y: 4 },
        button: 'left',
      },
      {
        context: { operation_id: 'op-4' },
        observation_id: 'o',
        point,
        delta_x: 0,
        delta_y: -3,
        unit: 'steps',
      },
      { context: { operation_id: 'op-5', timeout_ms: 500 }, keys: ['control', 'c'] },
      { context: { operation_id: 'mine' }, text: 'é' },
    ]);
    expect(daemon.requests.slice(2).every((request) => request.eip_session === 'session-1')).toBe(true);
  });

  it('read readiness, targets, receipts and cancellation', async () => {
    const { daemon, session } = await connectSession();
    const ready = { ready: true, device_id: 'device-1', generation: 1, session_id: 'session-1' };
    daemon.onRaw('computer.describe', () => ({ observe_ready: true, input_ready: false }));
    daemon.onRaw('receipt.get', () => ({ receipt: actionResult('op-9').receipt }));
    expect(await session.readiness()).toStrictEqual(ready);
    expect(await session.describeComputer()).toMatchObject({ targets: [], scroll_units: [] });
    expect(await session.receipt('op-9')).toMatchObject({ operation_id: 'op-9', stage: 'completed' });
    expect(await session.cancel('op-9')).toStrictEqual({ status: 'not_found' });
    expect(daemon.requestsOf('operation.cancel')[0]?.params).toMatchObject({ target_operation_id: 'op-9' });
  });

  it('refuse out of bounds params before anything is sent', async () => {
    const { daemon, session } = await connectSession();
    await expect(session.click({ ...click, count: 4 })).rejects.toMatchObject({
      details: { field: 'count' },
    });
    await expect(session.typeText({ text: '' })).rejects.toMatchObject({ details: { field: 'text' } });
    await expect(session.pressKeys({ keys: [] })).rejects.toMatchObject({ dispatchStage: 'pre_dispatch' });
    expect(daemon.requests).toHaveLength(2);
  });

  it('refuse an answer of another session', async () => {
    const { daemon, session } = await connectSession();
    const attempt = session.click(click);
    await clicking(daemon);
    const [request] = daemon.requestsOf('computer.click');
    if (request) daemon.answer({ ...request, eip_session: 'session-2' }, actionResult('op-1'));
    await expect(attempt).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      dispatchStage: 'unknown',
      retryHint: 'reconcile_first',
    });
  });

  it('say of a malformed answer to an input that it must be reconciled', async () => {
    const { daemon, session } = await connectSession();
    daemon.onRaw('computer.click', () => ({ ...actionResult('op-1'), effect: 'maybe' }));
    await expect(session.click(click)).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      dispatchStage: 'unknown',
      retryHint: 'reconcile_first',
      isFromPeer: false,
      details: { operation_id: 'op-1' },
    });
  });
});

describe('loss of the transport', () => {
  it('leaves an input unknown and never sends it again', async () => {
    const { connection, daemon, session } = await connectSession();
    const attempt = session.click(click);
    await clicking(daemon);
    daemon.lose();
    await expect(attempt).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      dispatchStage: 'unknown',
      retryHint: 'reconcile_first',
      details: { operation_id: 'op-1' },
    });
    await connection.closed;
    expect(daemon.requestsOf('computer.click')).toHaveLength(1);
    const next = { errorType: 'provider_unavailable', dispatchStage: 'pre_dispatch' };
    await expect(session.click(click)).rejects.toMatchObject(next);
  });

  it('fails anything else as unavailable', async () => {
    const { daemon, session } = await connectSession();
    const attempt = session.describeComputer();
    await daemon.until(() => daemon.requestsOf('computer.describe').length === 1);
    daemon.lose();
    await expect(attempt).rejects.toMatchObject({
      errorType: 'provider_unavailable',
      dispatchStage: 'unknown',
    });
  });
});

describe('abort of an input', () => {
  it('cancels it on the device and returns how it ended', async () => {
    const { daemon, session } = await connectSession();
    const giveUp = new AbortController();
    daemon.onRaw('operation.cancel', (request) => {
      const [target] = daemon.requestsOf('computer.click');
      if (target) daemon.answer(target, actionResult('op-1', 'partial'));
      return request.params['target_operation_id'] === 'op-1'
        ? { status: 'cancellation_requested' }
        : undefined;
    });
    const attempt = session.click({ ...click, signal: giveUp.signal });
    await clicking(daemon);
    giveUp.abort();
    expect(await attempt).toMatchObject({ effect: 'partial', receipt: { outcome: 'cancelled' } });
    expect(daemon.requestsOf('computer.click')).toHaveLength(1);
  });

  it('passes on the error with which it ended', async () => {
    const { daemon, session } = await connectSession();
    const giveUp = new AbortController();
    daemon.onRaw('operation.cancel', () => {
      const [target] = daemon.requestsOf('computer.click');
      if (target) daemon.answer(target, new EipError('conflict', 'Layout changed.'));
      return { status: 'already_terminal' };
    });
    const attempt = session.click({ ...click, signal: giveUp.signal });
    await clicking(daemon);
    giveUp.abort();
    await expect(attempt).rejects.toMatchObject({ errorType: 'conflict' });
  });

  it('throws unknown_outcome when the device does not say within 5 s how it ended', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectSession();
    const giveUp = new AbortController();
    let settled = false;
    const attempt = session.click({ ...click, signal: giveUp.signal }).finally(() => {
      settled = true;
    });
    const rejected = expect(attempt).rejects.toMatchObject({
      errorType: 'unknown_outcome',
      retryHint: 'reconcile_first',
      details: { operation_id: 'op-1' },
    });
    await clicking(daemon);
    giveUp.abort();
    await vi.advanceTimersByTimeAsync(4900);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await rejected;
    expect(daemon.requestsOf('operation.cancel')).toHaveLength(1);
    expect(daemon.requestsOf('computer.click')).toHaveLength(1);
  });

  it('sends nothing when it was aborted before', async () => {
    const { daemon, session } = await connectSession();
    const attempt = session.click({ ...click, signal: AbortSignal.abort() });
    await expect(attempt).rejects.toMatchObject({ errorType: 'cancelled', dispatchStage: 'pre_dispatch' });
    expect(daemon.requestsOf('computer.click')).toHaveLength(0);
  });
});

describe('deadlines', () => {
  it('cancel an input when the device lets its own timeout pass', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectSession();
    daemon.onRaw('operation.cancel', () => {
      const [target] = daemon.requestsOf('computer.click');
      if (target) daemon.answer(target, actionResult('op-1', 'unknown'));
      return { status: 'cancellation_requested' };
    });
    const attempt = session.click({ ...click, timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(2900);
    expect(daemon.requestsOf('operation.cancel')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(await attempt).toMatchObject({ effect: 'unknown' });
  });

  it('end anything else with a timeout after telling the device', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectSession({ requestTimeoutMs: 1000 });
    const attempt = expect(session.describeComputer()).rejects.toMatchObject({ errorType: 'timeout' });
    await vi.advanceTimersByTimeAsync(6100);
    await attempt;
    expect(daemon.requestsOf('operation.cancel')).toHaveLength(1);
  });
});

describe('keepalive', () => {
  it('comes every third of the idle timeout until the session is closed', async () => {
    vi.useFakeTimers();
    const { daemon, session } = await connectSession();
    await vi.advanceTimersByTimeAsync(9999);
    expect(daemon.requestsOf('session.keepalive')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_002);
    expect(daemon.requestsOf('session.keepalive')).toHaveLength(3);
    await session.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(daemon.requestsOf('session.keepalive')).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops when the connection ends or the device knows no such session', async () => {
    vi.useFakeTimers();
    const lost = await connectSession();
    lost.daemon.lose();
    await lost.connection.closed;
    expect(vi.getTimerCount()).toBe(0);
    const expired = await connectSession();
    expired.daemon.onRaw('session.keepalive', () => new EipError('not_found_or_denied', 'No such session.'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(expired.daemon.requestsOf('session.keepalive')).toHaveLength(1);
  });

  it('outlives a failed beat', async () => {
    vi.useFakeTimers();
    const { daemon } = await connectSession();
    daemon.onRaw('session.keepalive', () => new EipError('busy', 'Later.'));
    await vi.advanceTimersByTimeAsync(30_001);
    expect(daemon.requestsOf('session.keepalive')).toHaveLength(3);
  });
});

describe('close', () => {
  it('is sent once, and ends the session for its owner', async () => {
    const { daemon, session } = await connectSession();
    await Promise.all([session.close(), session.close()]);
    expect(daemon.requestsOf('session.close')).toHaveLength(1);
    await expect(session.click(click)).rejects.toMatchObject({
      errorType: 'conflict',
      dispatchStage: 'pre_dispatch',
    });
  });

  it('succeeds when the device has forgotten the session', async () => {
    const { daemon, session } = await connectSession();
    daemon.onRaw('session.close', () => new EipError('not_found_or_denied', 'No such session.'));
    await expect(session.close()).resolves.toBeUndefined();
  });
});
