import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { initializeParams, openTestSession } from '../../testing/test-device.ts';
import type { TestSession } from '../../testing/test-device.ts';
import { connectTestHost } from '../../testing/test-host.ts';

vi.setConfig({ testTimeout: 30_000 });

const observed = async (options?: Parameters<typeof openTestSession>[0]) => {
  const session = await openTestSession(options);
  const { observation } = await session.host.call('computer.observe', session.params(), session.sessionId);
  const at = (x: number, y: number) => ({ observation_id: observation.observation_id, point: { x, y } });
  return { ...session, observationId: observation.observation_id, at };
};

const refused = async (session: TestSession, method: string, given: Record<string, unknown>) => {
  const error = await session.host.refusal(method, session.params(given), session.sessionId);
  expect(error.data.dispatch_stage).toBe('pre_dispatch');
  return error.data;
};

const longDrag = (observationId: string) => ({
  observation_id: observationId,
  start: { x: 400, y: 400 },
  end: { x: 600, y: 500 },
  button: 'left',
  duration_ms: 3000,
});

/** Resolves once the button of a drag is down. */
const dragging = (session: TestSession) =>
  eventually(() => session.desktop().control.down()).toEqual(['button left']);

describe('pointer input', () => {
  it('clicks the device pixel under the centre of the image pixel', async () => {
    const session = await observed();
    const given = session.params({ ...session.at(0, 0), button: 'right', count: 2 });
    const result = await session.host.call('computer.click', given, session.sessionId);
    expect(result).toMatchObject({
      effect: 'executed',
      input_cleanup_complete: true,
      receipt: { method: 'computer.click', stage: 'completed', outcome: 'succeeded', generation: 7 },
    });
    const point = { x: 0, y: 0 };
    const downs = session.desktop().control.events.filter(({ kind }) => kind === 'button_down');
    expect(downs).toEqual([
      { kind: 'button_down', button: 'right', point },
      { kind: 'button_down', button: 'right', point },
    ]);
  });

  it('maps into a monitor with a negative origin', async () => {
    const area = { x: -1280, y: -200, width: 2560, height: 1440 };
    const targets = [{ targetId: 'display-0-1', name: 'left', area, primary: true }];
    const session = await observed({ desktop: { targets } });
    await session.host.call('computer.move', session.params(session.at(1279, 719)), session.sessionId);
    expect(session.desktop().control.pointerAt()).toEqual({ x: 1279, y: 1239 });
  });

  it('G6 refuses a point outside the image without moving', async () => {
    const session = await observed();
    const data = await refused(session, 'computer.click', { ...session.at(1280, 10), button: 'left' });
    expect(data).toMatchObject({ error_type: 'invalid_params', field: 'point' });
    const drag = { ...longDrag(session.observationId), end: { x: 0, y: 720 } };
    expect(await refused(session, 'computer.drag', drag)).toMatchObject({
      error_type: 'invalid_params',
      field: 'end',
    });
    expect(session.desktop().control.events).toEqual([]);
  });

  it('G7 refuses a reference of another layout', async () => {
    const session = await observed();
    const area = { x: 0, y: 0, width: 1024, height: 768 };
    session.desktop().control.setTargets([{ targetId: 'display-0-1', name: 'FAKE-1', area, primary: true }]);
    const data = await refused(session, 'computer.click', { ...session.at(1, 1), button: 'left' });
    expect(data).toMatchObject({ error_type: 'conflict', retry_hint: 'after_refresh' });
    expect(session.desktop().control.events).toEqual([]);
  });

  it('O3 refuses a reference that is unknown or 121 s old', async () => {
    const session = await observed();
    const unknown = { ...session.at(1, 1), observation_id: 'observation-0' };
    expect(await refused(session, 'computer.move', unknown)).toMatchObject({ error_type: 'conflict' });
    for (let count = 0; count < 3; count += 1) {
      session.clock.advance(40_334);
      await session.host.call('session.keepalive', {}, session.sessionId);
    }
    expect(await refused(session, 'computer.move', session.at(1, 1))).toMatchObject({
      error_type: 'conflict',
      retry_hint: 'after_refresh',
    });
  });

  it('P3 refuses to scroll by pixels, which it also means without a unit', async () => {
    const session = await observed();
    for (const unit of [{ unit: 'pixels' }, {}]) {
      const given = { ...session.at(1, 1), delta_x: 0, delta_y: 40, ...unit };
      expect(await refused(session, 'computer.scroll', given)).toMatchObject({
        error_type: 'unsupported',
        safe_detail: 'computer_scroll_steps_required',
      });
    }
    expect(session.desktop().control.events).toEqual([]);
  });

  it('P3 scrolls as many pixels of the image as asked where the desktop scrolls in pixels', async () => {
    const capabilities = { scrollUnits: ['pixels'], textInput: false } as const;
    const session = await observed({ desktop: { capabilities } });
    const given = session.params({ ...session.at(0, 0), delta_x: -10, delta_y: 41 });
    expect((await session.host.call('computer.scroll', given, session.sessionId)).effect).toBe('executed');
    const scrolled = session.desktop().control.events.filter(({ kind }) => kind === 'pixel_scroll');
    // The image of 1280 pixels shows 1920 of the desktop.
    expect(scrolled).toMatchObject([{ deltaX: -15, deltaY: 62 }]);
  });

  it('P4 refuses 101 steps', async () => {
    const session = await observed();
    const given = { ...session.at(1, 1), delta_x: 0, delta_y: 101, unit: 'steps' };
    expect(await refused(session, 'computer.scroll', given)).toMatchObject({
      error_type: 'invalid_params',
      field: 'delta_y',
    });
  });

  it('scrolls steps down and right', async () => {
    const session = await observed();
    const given = session.params({ ...session.at(1, 1), delta_x: 2, delta_y: 3, unit: 'steps' });
    expect((await session.host.call('computer.scroll', given, session.sessionId)).effect).toBe('executed');
    const wheel = session
      .desktop()
      .control.events.flatMap((event) => (event.kind === 'wheel' ? [event.direction] : []));
    expect(wheel.filter((direction) => direction === 'wheel_down')).toHaveLength(3);
    expect(wheel.filter((direction) => direction === 'wheel_right')).toHaveLength(2);
  });

  it('P7 refuses while a person holds the button, and leaves it to them', async () => {
    const session = await observed();
    session.desktop().control.hold({ kind: 'button', button: 'left' });
    const data = await refused(session, 'computer.click', { ...session.at(1, 1), button: 'left' });
    expect(data).toMatchObject({ error_type: 'conflict', safe_detail: 'computer_input_held' });
    expect(session.desktop().control.down()).toEqual(['button left']);
  });
});

describe('keyboard input', () => {
  it('presses a chord', async () => {
    const session = await openTestSession();
    const given = session.params({ keys: ['control', 'c'] });
    expect((await session.host.call('computer.press_keys', given, session.sessionId)).effect).toBe(
      'executed',
    );
    expect(session.desktop().control.events.map((event) => event.kind)).toEqual([
      'key_down',
      'key_down',
      'key_up',
      'key_up',
    ]);
  });

  it.each([[['return']], [['Enter']], [['a', 'a']], [[]], [['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']]])(
    'K7 refuses %j',
    async (keys) => {
      const session = await openTestSession();
      expect((await refused(session, 'computer.press_keys', { keys })).error_type).toBe('invalid_params');
      expect(session.desktop().control.events).toEqual([]);
    },
  );

  it('says that the layout has no such key', async () => {
    const session = await openTestSession();
    session.desktop().control.setUnavailableKeys(['`']);
    expect(await refused(session, 'computer.press_keys', { keys: ['`'] })).toMatchObject({
      error_type: 'unsupported',
      field: 'keys',
    });
  });

  it('offers no text where the desktop takes none', async () => {
    const session = await openTestSession();
    expect((await refused(session, 'computer.type_text', { text: 'x' })).error_type).toBe('method_not_found');
  });
});

describe('an input and its id', () => {
  it('is answered again without being done again', async () => {
    const session = await observed();
    const { host, sessionId } = session;
    const given = session.params({ ...session.at(1, 1), button: 'left' }, 'op-click');
    const first = await host.call('computer.click', given, sessionId);
    expect(await host.call('computer.click', given, sessionId)).toEqual(first);
    expect(session.desktop().control.events.filter(({ kind }) => kind === 'button_down')).toHaveLength(1);
    const { receipt } = await host.call(
      'receipt.get',
      session.params({ operation_id: 'op-click' }),
      sessionId,
    );
    expect(receipt).toEqual(first.receipt);
  });

  it('counts defaults and the time limit not as another request', async () => {
    const session = await observed();
    const { host, sessionId } = session;
    const bare = { ...session.at(1, 1), button: 'left' };
    const first = await host.call('computer.click', session.params(bare, 'op-click'), sessionId);
    const again = { ...bare, count: 1, context: { operation_id: 'op-click', timeout_ms: 5000 } };
    expect(await host.call('computer.click', again, sessionId)).toEqual(first);
    const other = session.params({ ...bare, count: 2 }, 'op-click');
    expect((await host.refusal('computer.click', other, sessionId)).data.error_type).toBe('conflict');
  });

  it('that was refused is refused again although it would work now', async () => {
    const session = await observed();
    const release = session.desktop().control.hold({ kind: 'button', button: 'left' });
    const given = session.params({ ...session.at(1, 1), button: 'left' }, 'op-click');
    const first = await session.host.refusal('computer.click', given, session.sessionId);
    release();
    expect(await session.host.refusal('computer.click', given, session.sessionId)).toEqual(first);
    expect(first.data.operation_id).toBe('op-click');
  });

  it('has no receipt when nobody used it', async () => {
    const { host, params, sessionId } = await openTestSession();
    const refusal = await host.refusal('receipt.get', params({ operation_id: 'op-none' }), sessionId);
    expect(refusal.data.error_type).toBe('not_found_or_denied');
  });
});

describe('interruption', () => {
  it('P6 stops a drag on cancel, releases and says partial', async () => {
    const session = await observed();
    const { host, sessionId, params } = session;
    const drag = host.call('computer.drag', params(longDrag(session.observationId), 'op-drag'), sessionId);
    await dragging(session);
    const { receipt } = await host.call('receipt.get', params({ operation_id: 'op-drag' }), sessionId);
    expect(receipt.stage).toBe('dispatched');
    const cancel = params({ target_operation_id: 'op-drag' });
    expect(await host.call('operation.cancel', cancel, sessionId)).toEqual({
      status: 'cancellation_requested',
    });
    const result = await drag;
    expect(result).toMatchObject({
      effect: 'partial',
      input_cleanup_complete: true,
      receipt: { stage: 'completed', outcome: 'cancelled' },
    });
    expect(session.desktop().control.down()).toEqual([]);
    const again = params({ target_operation_id: 'op-drag' });
    expect(await host.call('operation.cancel', again, sessionId)).toEqual({ status: 'already_terminal' });
    expect(await host.call('operation.cancel', params({ target_operation_id: 'none' }), sessionId)).toEqual({
      status: 'not_found',
    });
  });

  it('times a drag out with an honest receipt', async () => {
    const session = await observed();
    const given = {
      ...longDrag(session.observationId),
      context: { operation_id: 'op-drag', timeout_ms: 300 },
    };
    const drag = session.host.call('computer.drag', given, session.sessionId);
    await dragging(session);
    session.clock.advance(300);
    expect(await drag).toMatchObject({ effect: 'partial', receipt: { outcome: 'timed_out' } });
  });

  it('never starts an input whose time ran out while it waited for its turn', async () => {
    const session = await observed();
    const { host, sessionId, params } = session;
    const drag = host.call('computer.drag', params(longDrag(session.observationId), 'op-drag'), sessionId);
    await dragging(session);
    const late = {
      ...session.at(1, 1),
      button: 'right',
      context: { operation_id: 'op-late', timeout_ms: 100 },
    };
    const click = host.refusal('computer.click', late, sessionId);
    await eventually(() => session.device.findSession(sessionId)?.ledger.runningCount()).toBe(2);
    session.clock.advance(100);
    expect((await click).data).toMatchObject({
      error_type: 'timeout',
      retry_hint: 'never',
      dispatch_stage: 'pre_dispatch',
    });
    await host.call('operation.cancel', params({ target_operation_id: 'op-drag' }), sessionId);
    await drag;
    expect(JSON.stringify(session.desktop().control.events)).not.toContain('right');
  });

  it('says that a running input is in progress', async () => {
    const session = await observed();
    const { host, sessionId, params } = session;
    const given = params(longDrag(session.observationId), 'op-drag');
    const drag = host.call('computer.drag', given, sessionId);
    await dragging(session);
    expect((await host.refusal('computer.drag', given, sessionId)).data.error_type).toBe(
      'operation_in_progress',
    );
    await host.call('operation.cancel', params({ target_operation_id: 'op-drag' }), sessionId);
    await drag;
  });

  it('P9 releases the button when the carrier is lost, and keeps the receipt for later', async () => {
    const session = await observed();
    const given = session.params(longDrag(session.observationId), 'op-drag');
    void session.host.call('computer.drag', given, session.sessionId);
    await dragging(session);
    session.host.transport.close();
    await session.host.ended;
    await eventually(() => session.desktop().control.down()).toEqual([]);
    const host = connectTestHost(session.device);
    await host.call('initialize', initializeParams);
    await host.call('session.attach', {}, session.sessionId);
    const replayed = await host.call('computer.drag', given, session.sessionId);
    expect(replayed).toMatchObject({ effect: 'partial', receipt: { outcome: 'cancelled' } });
  });

  it('P8 releases the button when the device is stopped, and still answers', async () => {
    const session = await observed();
    const given = session.params(longDrag(session.observationId), 'op-drag');
    const drag = session.host.call('computer.drag', given, session.sessionId);
    await dragging(session);
    await session.device.close();
    expect(session.desktop().control.down()).toEqual([]);
    expect((await drag).effect).toBe('partial');
  });

  it('P8 begins nothing while the device is being stopped', async () => {
    const session = await observed();
    const { host, sessionId, params } = session;
    const drag = host.call('computer.drag', params(longDrag(session.observationId), 'op-drag'), sessionId);
    await dragging(session);
    const closed = session.device.close();
    const click = params({ ...session.at(1, 1), button: 'right' });
    const refusal = await host.refusal('computer.click', click, sessionId);
    expect(refusal.data.error_type).toBe('not_found_or_denied');
    await Promise.all([closed, drag]);
    expect(JSON.stringify(session.desktop().control.events)).not.toContain('right');
  });

  it('O5 says what waits for a drag that the desktop is lost, not that the reference is unknown', async () => {
    const session = await observed();
    const { host, sessionId, params } = session;
    const drag = host.call('computer.drag', params(longDrag(session.observationId)), sessionId);
    await dragging(session);
    const click = host.refusal('computer.click', params({ ...session.at(1, 1), button: 'left' }), sessionId);
    await eventually(() => session.device.findSession(sessionId)?.ledger.runningCount()).toBe(2);
    session.desktop().control.lose();
    expect(await drag).toMatchObject({
      effect: 'unknown',
      input_cleanup_complete: false,
      receipt: { outcome: 'failed' },
    });
    expect((await click).data).toMatchObject({
      error_type: 'provider_unavailable',
      dispatch_stage: 'pre_dispatch',
    });
  });

  it('answers unknown for an input that does not end', async () => {
    const session = await observed();
    const stuck = new Promise<never>(() => undefined);
    const desktop = session.desktop();
    Object.assign(desktop.pointer, { move: () => stuck });
    const move = session.host.refusal(
      'computer.move',
      session.params(session.at(1, 1), 'op-move'),
      session.sessionId,
    );
    await eventually(
      () => session.device.findSession(session.sessionId)?.ledger.receipt('op-move')?.stage,
    ).toBe('dispatched');
    const cancel = session.params({ target_operation_id: 'op-move' });
    await session.host.call('operation.cancel', cancel, session.sessionId);
    session.clock.advance(12_000);
    expect((await move).data).toMatchObject({ error_type: 'unknown_outcome', dispatch_stage: 'unknown' });
  });
});
