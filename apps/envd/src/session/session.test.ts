import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import {
  createTestDevice,
  initializeParams,
  openParams,
  openTestSession,
  testImage,
} from '../testing/test-device.ts';
import type { TestSession } from '../testing/test-device.ts';
import { connectTestHost } from '../testing/test-host.ts';
import type { TestHost } from '../testing/test-host.ts';

vi.setConfig({ testTimeout: 30_000 });

const context = (operationId: string) => ({ context: { operation_id: operationId } });

const observed = async (options?: Parameters<typeof openTestSession>[0]) => {
  const session = await openTestSession(options);
  const result = await session.host.call('computer.observe', session.params(), session.sessionId);
  return { ...session, observationId: result.observation.observation_id, reader: result.reader };
};
type Observed = Awaited<ReturnType<typeof observed>>;

const anotherHost = async ({ device }: TestSession): Promise<TestHost> => {
  const host = connectTestHost(device);
  await host.call('initialize', initializeParams);
  return host;
};

const move = ({ params, observationId }: Observed, operationId?: string) =>
  params({ observation_id: observationId, point: { x: 1, y: 1 } }, operationId);

const drag = (session: Observed, operationId: string) =>
  session.host.call(
    'computer.drag',
    session.params(
      {
        observation_id: session.observationId,
        start: { x: 10, y: 10 },
        end: { x: 600, y: 500 },
        button: 'left',
        duration_ms: 3000,
      },
      operationId,
    ),
    session.sessionId,
  );

const dragging = (session: TestSession) =>
  eventually(() => session.desktop().control.down()).toEqual(['button left']);

const cancel = ({ host, params, sessionId }: TestSession, target: string) =>
  host.call('operation.cancel', params({ target_operation_id: target }), sessionId);

const receiptOf = async ({ host, params, sessionId }: TestSession, operationId: string) =>
  (await host.call('receipt.get', params({ operation_id: operationId }), sessionId)).receipt;

describe('attaching', () => {
  it('takes a session over from a carrier that hangs, with its references and without what it ran', async () => {
    const session = await observed();
    const { host, sessionId, reader } = session;
    const gesture = drag(session, 'op-drag');
    await dragging(session);
    const next = await anotherHost(session);
    expect((await next.call('session.attach', {}, sessionId)).descriptor.session_id).toBe(sessionId);
    expect(await gesture).toMatchObject({ effect: 'partial', receipt: { outcome: 'cancelled' } });
    expect(session.desktop().control.down()).toEqual([]);
    expect(await next.refusal('session.keepalive', {}, 'session-0')).toBeDefined();
    expect((await host.refusal('session.keepalive', {}, sessionId)).data.error_type).toBe(
      'not_found_or_denied',
    );
    expect((await next.call('computer.move', move(session), sessionId)).effect).toBe('executed');
    const closed = await next.refusal('computer.close_observation', session.params({ reader }), sessionId);
    expect(closed.data.error_type).toBe('invalid_handle');
    const { receipt } = await next.call(
      'receipt.get',
      session.params({ operation_id: 'op-drag' }),
      sessionId,
    );
    expect(receipt).toMatchObject({ stage: 'completed', outcome: 'cancelled' });
  });

  it('tells the former carrier that its transfer has ended', async () => {
    const bytes = new Uint8Array(4 * 1024 * 1024);
    const encodeImage = () => Promise.resolve(testImage(bytes));
    const session = await observed({ overrides: { encodeImage } });
    session.host.sendFrame({ kind: 'attach', sessionId: session.sessionId, handle: session.reader });
    await session.host.frame('chunk');
    await (await anotherHost(session)).call('session.attach', {}, session.sessionId);
    expect((await session.host.frame('reset')).resetStatus).toBe('cancelled');
  });

  it('leaves the session to its new carrier when the former one ends at last', async () => {
    const session = await observed();
    const next = await anotherHost(session);
    await next.call('session.attach', {}, session.sessionId);
    session.host.transport.close();
    await session.host.ended;
    session.clock.advance(31_000);
    expect(await next.call('session.keepalive', {}, session.sessionId)).toEqual({ alive: true });
  });

  it('interrupts nothing on the carrier that holds the session already', async () => {
    const session = await observed();
    const gesture = drag(session, 'op-drag');
    await dragging(session);
    await session.host.call('session.attach', {}, session.sessionId);
    expect((await receiptOf(session, 'op-drag')).stage).toBe('dispatched');
    await cancel(session, 'op-drag');
    await gesture;
  });

  it('says the same of a session that never was and of one that was closed', async () => {
    const session = await openTestSession();
    await session.host.call('session.close', {}, session.sessionId);
    const next = await anotherHost(session);
    for (const id of [session.sessionId, 'session-never']) {
      expect((await next.refusal('session.attach', {}, id)).data).toMatchObject({
        error_type: 'not_found_or_denied',
        retry_hint: 'after_refresh',
        field: 'eip_session',
      });
    }
  });
});

describe('two Hosts at once', () => {
  it('have their own operation ids, references, readers and desktops', async () => {
    const first = await observed();
    const host = await anotherHost(first);
    const { descriptor } = await host.call('session.open', openParams);
    const sessionId = descriptor.session_id;
    await host.call('environment.readiness', context('op-r'), sessionId);
    expect(first.desktops).toHaveLength(2);
    await first.host.call('computer.move', move(first, 'op-same'), first.sessionId);
    const keys = { ...context('op-same'), keys: ['a'] };
    expect((await host.call('computer.press_keys', keys, sessionId)).effect).toBe('executed');
    const foreign = { ...context('op-1'), observation_id: first.observationId, point: { x: 1, y: 1 } };
    expect((await host.refusal('computer.move', foreign, sessionId)).data.error_type).toBe('conflict');
    const reader = { ...context('op-2'), reader: first.reader };
    expect((await host.refusal('computer.close_observation', reader, sessionId)).data.error_type).toBe(
      'invalid_handle',
    );
    host.sendFrame({ kind: 'attach', sessionId, handle: first.reader });
    expect((await host.frame('reset')).resetStatus).toBe('denied');
    const elsewhere = await host.refusal(
      'receipt.get',
      { ...context('op-3'), operation_id: 'op-same' },
      first.sessionId,
    );
    expect(elsewhere.data.error_type).toBe('not_found_or_denied');
  });

  it('take turns with their inputs', async () => {
    const first = await observed();
    const host = await anotherHost(first);
    const { descriptor } = await host.call('session.open', openParams);
    await host.call('environment.readiness', context('op-r'), descriptor.session_id);
    const gesture = drag(first, 'op-drag');
    await eventually(() => first.desktops[0]?.control.down()).toEqual(['button left']);
    const keys = host.call('computer.press_keys', { ...context('op-k'), keys: ['a'] }, descriptor.session_id);
    const asked = await host.call(
      'receipt.get',
      { ...context('op-a'), operation_id: 'op-k' },
      descriptor.session_id,
    );
    expect(asked.receipt.stage).toBe('accepted');
    expect(first.desktops[1]?.control.events).toEqual([]);
    await cancel(first, 'op-drag');
    await gesture;
    expect((await keys).effect).toBe('executed');
  });
});

describe('the idle time', () => {
  it('does not end a session while something runs, and begins when that has ended', async () => {
    const session = await observed();
    const { clock, device, sessionId } = session;
    const resume = session.desktop().control.pauseCaptures();
    const observation = session.host.call('computer.observe', session.params({}, 'op-o'), sessionId);
    await eventually(() => session.desktop().control.captureCount()).toBe(2);
    clock.advance(110_000);
    expect(device.findSession(sessionId)).not.toBeNull();
    resume();
    await observation;
    clock.advance(59_000);
    expect(device.findSession(sessionId)).not.toBeNull();
    clock.advance(1_000);
    expect(device.findSession(sessionId)).toBeNull();
  });

  it('goes on as before when somebody sets the clock', async () => {
    const { clock, device, sessionId } = await openTestSession();
    for (const jump of [86_400_000, -2 * 86_400_000]) {
      clock.setBy(jump);
      clock.advance(29_000);
      expect(device.findSession(sessionId)).not.toBeNull();
    }
    clock.advance(2_000);
    expect(device.findSession(sessionId)).toBeNull();
  });

  it('keeps no reference longer when the clock is set back, and gives it up when set forward', async () => {
    const session = await observed();
    const { clock, host, sessionId } = session;
    clock.setBy(-3_600_000);
    expect((await host.call('computer.move', move(session), sessionId)).effect).toBe('executed');
    for (let count = 0; count < 3; count += 1) {
      clock.advance(40_334);
      await host.call('session.keepalive', {}, sessionId);
    }
    expect((await host.refusal('computer.move', move(session), sessionId)).data.error_type).toBe('conflict');
    const forward = await observed();
    forward.clock.setBy(3_600_000);
    const refused = await forward.host.refusal('computer.move', move(forward), forward.sessionId);
    expect(refused.data).toMatchObject({ error_type: 'conflict', retry_hint: 'after_refresh' });
  });

  it('bounds an operation by time that has passed, whatever the clock says', async () => {
    const session = await observed();
    const resume = session.desktop().control.pauseCaptures();
    const given = { context: { operation_id: 'op-o', timeout_ms: 1000 } };
    const observation = session.host.refusal('computer.observe', given, session.sessionId);
    await eventually(() => session.desktop().control.captureCount()).toBe(2);
    session.clock.setBy(3_600_000);
    session.clock.advance(999);
    expect((await receiptOf(session, 'op-o')).outcome).toBeUndefined();
    session.clock.advance(1);
    resume();
    expect((await observation).data).toMatchObject({ error_type: 'timeout', retry_hint: 'never' });
  });
});

describe('cancelling', () => {
  it('ends what waits behind another input at once, and nothing of it happens', async () => {
    const session = await observed();
    const gesture = drag(session, 'op-drag');
    await dragging(session);
    const waiting = session.host.refusal('computer.move', move(session, 'op-move'), session.sessionId);
    await eventually(() => session.device.findSession(session.sessionId)?.ledger.runningCount()).toBe(2);
    expect(await cancel(session, 'op-move')).toEqual({ status: 'cancellation_requested' });
    expect((await waiting).data).toMatchObject({
      error_type: 'cancelled',
      dispatch_stage: 'pre_dispatch',
      operation_id: 'op-move',
    });
    expect(await receiptOf(session, 'op-move')).toMatchObject({ stage: 'completed', outcome: 'cancelled' });
    expect(session.desktop().control.down()).toEqual(['button left']);
    await cancel(session, 'op-drag');
    await gesture;
  });

  it('may be asked for again while the gesture cleans up', async () => {
    const session = await observed();
    const gesture = drag(session, 'op-drag');
    await dragging(session);
    const both = Promise.all([cancel(session, 'op-drag'), cancel(session, 'op-drag')]);
    expect(await both).toEqual([{ status: 'cancellation_requested' }, { status: 'cancellation_requested' }]);
    expect((await gesture).receipt.outcome).toBe('cancelled');
    expect(await cancel(session, 'op-drag')).toEqual({ status: 'already_terminal' });
  });

  it('does not reach itself', async () => {
    const { host, params, sessionId } = await openTestSession();
    const self = params({ target_operation_id: 'op-self' }, 'op-self');
    expect(await host.call('operation.cancel', self, sessionId)).toEqual({ status: 'not_cancellable' });
  });
});

describe('terminal evidence', () => {
  const answers = async (session: TestSession, text: string): Promise<string[]> => {
    const heard: string[] = [];
    const stop = session.host.transport.onMessage((message) => {
      if (message.kind === 'text') heard.push(message.text);
    });
    for (let count = 1; count <= 2; count += 1) {
      session.host.transport.sendText(text);
      await eventually(() => heard.length).toBe(count);
      session.clock.advance(1234);
    }
    stop();
    return heard;
  };
  const textOf = (session: TestSession, method: string, params: unknown): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 'same', method, params, eip_session: session.sessionId });

  it('is the same result byte for byte', async () => {
    const session = await observed();
    const [first, again] = await answers(session, textOf(session, 'computer.move', move(session, 'op-m')));
    expect(first).toContain('"effect":"executed"');
    expect(again).toBe(first);
  });

  it('is the same error byte for byte', async () => {
    const session = await observed();
    session.desktop().control.hold({ kind: 'key', key: 'a' });
    const keys = { ...context('op-k'), keys: ['a'] };
    const [first, again] = await answers(session, textOf(session, 'computer.press_keys', keys));
    expect(first).toContain('computer_input_held');
    expect(again).toBe(first);
  });

  it('survives the carrier', async () => {
    const session = await observed();
    const first = await session.host.call('computer.move', move(session, 'op-m'), session.sessionId);
    session.host.transport.close();
    await session.host.ended;
    const next = await anotherHost(session);
    await next.call('session.attach', {}, session.sessionId);
    expect(await next.call('computer.move', move(session, 'op-m'), session.sessionId)).toEqual(first);
  });
});

describe('a device', () => {
  it('bounds the running operations of all its sessions, and still tells what happened', async () => {
    const { device } = createTestDevice();
    for (let count = 0; count < 256; count += 1) device.resources.operations.take();
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    const { descriptor } = await host.call('session.open', openParams);
    const refused = await host.refusal('environment.readiness', context('op-r'), descriptor.session_id);
    expect(refused.data).toMatchObject({ error_type: 'busy', retry_hint: 'after_capacity' });
    device.resources.operations.give();
    await host.call('environment.readiness', context('op-r'), descriptor.session_id);
    device.resources.operations.take();
    const asked = { ...context('op-a'), operation_id: 'op-r' };
    const { receipt } = await host.call('receipt.get', asked, descriptor.session_id);
    expect(receipt.outcome).toBe('succeeded');
  });
});
