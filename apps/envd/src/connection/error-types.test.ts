import { errorTable, isErrorType } from '@harness-desktop/eip-protocol';
import type { EipErrorObject, ErrorType } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openSocketCarrier } from '../testing/socket-carrier.ts';
import type { SocketCarrier } from '../testing/socket-carrier.ts';
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

type Expected = {
  readonly hint: EipErrorObject['data']['retry_hint'];
  readonly stage?: EipErrorObject['data']['dispatch_stage'];
  readonly field?: string;
  readonly safe_detail?: string;
};
type Case = Expected & { readonly what: string; readonly provoke: () => Promise<EipErrorObject> };

const refused = async (host: TestHost, text: string): Promise<EipErrorObject> => {
  const answer = await host.sendText(text);
  if ('error' in answer) return answer.error;
  throw new Error('was not refused');
};
const bare = () => connectTestHost(createTestDevice().device);
const initialized = async (): Promise<TestHost> => {
  const host = bare();
  await host.call('initialize', initializeParams);
  return host;
};
const inSession = async (
  method: string,
  params: Record<string, unknown> = {},
  options?: Parameters<typeof openTestSession>[0],
): Promise<EipErrorObject> => {
  const session = await openTestSession(options);
  return session.host.refusal(method, session.params(params), session.sessionId);
};
const onImage = async (options?: Parameters<typeof openTestSession>[0]) => {
  const session = await openTestSession(options);
  const { observation } = await session.host.call('computer.observe', session.params(), session.sessionId);
  const at = (x: number, y: number) => ({ observation_id: observation.observation_id, point: { x, y } });
  const refusal = (method: string, params: Record<string, unknown>) =>
    session.host.refusal(method, session.params(params), session.sessionId);
  return { ...session, at, refusal };
};
type OnImage = Awaited<ReturnType<typeof onImage>>;

/** A drag that is under way until it is cancelled, so that what comes next waits for its turn. */
const whileDragging = async (act: (session: OnImage) => Promise<EipErrorObject>): Promise<EipErrorObject> => {
  const session = await onImage();
  const { host, params, sessionId } = session;
  const { observation_id, point } = session.at(10, 10);
  const gesture = {
    observation_id,
    start: point,
    end: { x: 900, y: 600 },
    button: 'left',
    duration_ms: 3000,
  };
  const drag = host.call('computer.drag', params(gesture, 'op-drag'), sessionId);
  await eventually(() => session.desktop().control.down()).toEqual(['button left']);
  const error = await act(session);
  await host.call('operation.cancel', params({ target_operation_id: 'op-drag' }), sessionId);
  await drag;
  return error;
};
const running = (session: TestSession, count: number) =>
  eventually(() => session.device.findSession(session.sessionId)?.ledger.runningCount()).toBe(count);

const refusedOpen = async (params: Record<string, unknown>): Promise<EipErrorObject> =>
  (await initialized()).refusal('session.open', { ...openParams, ...params });

const onlyCommands = 'only commands, which this daemon does not serve, can bring it about';

/** Every type of the wire with the requests that bring it about here, or why none does. */
const table: Readonly<Record<ErrorType, readonly Case[] | { readonly notReachable: string }>> = {
  parse_error: [
    { what: 'half a message', hint: 'never', provoke: () => refused(bare(), '{"jsonrpc":') },
    { what: 'a member twice', hint: 'never', provoke: () => refused(bare(), '{"id":1,"id":1}') },
    { what: 'a lone surrogate', hint: 'never', provoke: () => refused(bare(), '"\\ud800"') },
  ],
  invalid_request: [
    { what: 'a batch', hint: 'never', provoke: () => refused(bare(), '[]') },
    {
      what: 'another JSON-RPC',
      ...{ hint: 'never', field: 'jsonrpc' },
      provoke: () => refused(bare(), '{"jsonrpc":"1.0","id":null,"method":"x","params":{}}'),
    },
    {
      what: 'an unknown member of the protocol',
      ...{ hint: 'never', field: 'eip_trace' },
      provoke: () => refused(bare(), '{"jsonrpc":"2.0","id":null,"method":"x","params":{},"eip_trace":1}'),
    },
    {
      what: 'a session method without its session',
      ...{ hint: 'never', field: 'eip_session' },
      provoke: async () => (await initialized()).refusal('environment.describe', {}),
    },
    {
      what: 'a device method with a session',
      ...{ hint: 'never', field: 'eip_session' },
      provoke: async () => (await initialized()).refusal('device.describe', {}, 'session-1'),
    },
  ],
  method_not_found: [
    { what: 'a method of nobody', hint: 'never', provoke: () => inSession('computer.fly') },
    {
      what: 'a method of others',
      hint: 'never',
      provoke: () => inSession('file.stat', { path: { path: '/' } }),
    },
    {
      what: 'text without text input',
      hint: 'never',
      provoke: () => inSession('computer.type_text', { text: 'x' }),
    },
    {
      what: 'a desktop method while computer use is off',
      hint: 'never',
      provoke: () => inSession('computer.observe', {}, { computerUse: false }),
    },
  ],
  invalid_params: [
    {
      what: 'an unknown member',
      ...{ hint: 'never', field: 'extra' },
      provoke: async () => (await initialized()).refusal('device.describe', { extra: 1 }),
    },
    {
      what: 'a number out of bounds',
      ...{ hint: 'never', field: 'max_dimension' },
      provoke: () => inSession('computer.observe', { max_dimension: 255 }),
    },
    {
      what: 'an addition of 0.100 in 0.1',
      ...{ hint: 'never', field: 'hold_ms' },
      provoke: () => inSession('computer.press_keys', { keys: ['a'], hold_ms: 1 }),
    },
    {
      what: 'an unknown key',
      ...{ hint: 'never', field: 'keys.0' },
      provoke: () => inSession('computer.press_keys', { keys: ['return'] }),
    },
    {
      what: 'a point outside the image',
      ...{ hint: 'never', field: 'point' },
      provoke: async () => {
        const session = await onImage();
        return session.refusal('computer.move', session.at(1280, 0));
      },
    },
    {
      what: 'a target that is not there',
      ...{ hint: 'after_refresh', field: 'target_id' },
      provoke: () => inSession('computer.observe', { target_id: 'display-9' }),
    },
  ],
  internal_error: [
    {
      what: 'a fault of the daemon itself',
      ...{ hint: 'reconcile_first', stage: 'unknown' },
      provoke: () => {
        const encodeImage = () => Promise.reject(new TypeError('/home/ada: secret'));
        return inSession('computer.observe', {}, { overrides: { encodeImage } });
      },
    },
  ],
  not_initialized: [
    {
      what: 'anything before initialize',
      hint: 'never',
      provoke: () => bare().refusal('device.describe', {}),
    },
    {
      what: 'work before readiness',
      hint: 'after_refresh',
      provoke: async () => {
        const host = await initialized();
        const { descriptor } = await host.call('session.open', openParams);
        const params = { context: { operation_id: 'op' } };
        return host.refusal('computer.describe', params, descriptor.session_id);
      },
    },
  ],
  already_initialized: [
    {
      what: 'a second initialize, whatever it offers',
      hint: 'never',
      provoke: async () => {
        const versions = { supported_protocol_versions: ['9.9'], expected_device_id: 'device-2' };
        return (await initialized()).refusal('initialize', { ...initializeParams, ...versions });
      },
    },
  ],
  protocol_incompatible: [
    {
      what: 'no common version',
      ...{ hint: 'never', field: 'supported_protocol_versions' },
      provoke: () =>
        bare().refusal('initialize', { ...initializeParams, supported_protocol_versions: ['9.9'] }),
    },
    {
      what: 'a session of another version than the connection',
      ...{ hint: 'never', field: 'protocol_version' },
      provoke: () => refusedOpen({ protocol_version: '0.100' }),
    },
    {
      what: 'attaching from a connection of another version',
      ...{ hint: 'never', field: 'eip_session' },
      provoke: async () => {
        const { device, sessionId } = await openTestSession({ protocolVersion: '0.100' });
        const host = connectTestHost(device);
        await host.call('initialize', initializeParams);
        return host.refusal('session.attach', {}, sessionId);
      },
    },
  ],
  denied: {
    notReachable: 'ceilings are the matter of the Host; the daemon serves or does not serve a method',
  },
  not_found_or_denied: [
    {
      what: 'another device in initialize',
      ...{ hint: 'never', field: 'expected_device_id' },
      provoke: () => bare().refusal('initialize', { ...initializeParams, expected_device_id: 'device-2' }),
    },
    {
      what: 'another device in session.open',
      ...{ hint: 'never', field: 'expected_device_id' },
      provoke: () => refusedOpen({ expected_device_id: 'device-2' }),
    },
    {
      what: 'a folder that is not there',
      ...{ hint: 'never', field: 'working_directory' },
      provoke: () => refusedOpen({ working_directory: '/no/such/folder' }),
    },
    {
      what: 'a session that is not there',
      ...{ hint: 'after_refresh', field: 'eip_session' },
      provoke: async () => (await initialized()).refusal('session.keepalive', {}, 'session-0'),
    },
    {
      what: 'the receipt of nothing',
      ...{ hint: 'never', field: 'operation_id' },
      provoke: () => inSession('receipt.get', { operation_id: 'op-none' }),
    },
  ],
  unsupported: [
    {
      what: 'methods that are required in vain',
      ...{ hint: 'never', field: 'required_methods' },
      provoke: () => refusedOpen({ required_methods: ['file.stat'] }),
    },
    {
      what: 'egress',
      ...{ hint: 'never', field: 'egress' },
      provoke: () => refusedOpen({ egress: { destinations: { mode: 'public' } } }),
    },
    {
      what: 'scrolling by pixels',
      ...{ hint: 'never', field: 'unit', safe_detail: 'computer_scroll_steps_required' },
      provoke: async () => {
        const session = await onImage();
        return session.refusal('computer.scroll', { ...session.at(1, 1), delta_x: 0, delta_y: 9 });
      },
    },
    {
      what: 'a key that the layout lacks',
      ...{ hint: 'never', field: 'keys' },
      provoke: async () => {
        const session = await onImage();
        session.desktop().control.setUnavailableKeys(['q']);
        return session.refusal('computer.press_keys', { keys: ['q'] });
      },
    },
  ],
  stale_generation: [
    {
      what: 'a session for an earlier start',
      ...{ hint: 'after_refresh', field: 'expected_generation' },
      provoke: () => refusedOpen({ expected_generation: 6 }),
    },
  ],
  invalid_handle: [
    {
      what: 'a reader that is none',
      ...{ hint: 'never', field: 'reader' },
      provoke: () => inSession('computer.close_observation', { reader: 'file-1' }),
    },
  ],
  busy: [
    {
      what: 'more operations than the ledger runs at once',
      hint: 'after_capacity',
      provoke: async () => {
        const session = await openTestSession();
        const ledger = session.device.findSession(session.sessionId)?.ledger;
        for (let count = 0; count < 128; count += 1) {
          const digest = 'a'.repeat(64);
          const kind = { method: 'computer.move', replay: 'active_only' } as const;
          const flags = { cancellable: true, reconciles: false };
          ledger?.admit({ operationId: `op-${count}x`, digest, ...kind, ...flags });
        }
        return session.host.refusal('computer.describe', session.params(), session.sessionId);
      },
    },
    {
      what: 'more sessions than a device has',
      hint: 'after_capacity',
      provoke: async () => {
        const host = await initialized();
        for (let count = 0; count < 128; count += 1) await host.call('session.open', openParams);
        return host.refusal('session.open', openParams);
      },
    },
  ],
  quota_exceeded: [
    {
      what: 'more unread images than there is room for',
      hint: 'after_capacity',
      provoke: async () => {
        const session = await openTestSession();
        session.device.findSession(session.sessionId)?.staging.reserve(512 * 1024 * 1024);
        return session.host.refusal('computer.observe', session.params(), session.sessionId);
      },
    },
  ],
  output_limit_exceeded: [
    {
      what: 'an id that is longer than an answer may be',
      ...{ hint: 'never', stage: 'completed' },
      provoke: () =>
        refused(bare(), JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(2 ** 21), method: 'x', params: {} })),
    },
  ],
  timeout: [
    {
      what: 'a turn that comes too late',
      hint: 'never',
      provoke: () =>
        whileDragging(async (session) => {
          const given = { ...session.at(1, 1), context: { operation_id: 'op-late', timeout_ms: 50 } };
          const move = session.host.refusal('computer.move', given, session.sessionId);
          await running(session, 2);
          session.clock.advance(50);
          return move;
        }),
    },
  ],
  cancelled: [
    {
      what: 'a cancel before its turn',
      hint: 'never',
      provoke: () =>
        whileDragging(async (session) => {
          const { host, params, sessionId } = session;
          const move = host.refusal('computer.move', params(session.at(1, 1), 'op-move'), sessionId);
          await running(session, 2);
          await host.call('operation.cancel', params({ target_operation_id: 'op-move' }), sessionId);
          return move;
        }),
    },
  ],
  unknown_outcome: [
    {
      what: 'an input that does not end when it is cancelled',
      ...{ hint: 'reconcile_first', stage: 'unknown' },
      provoke: async () => {
        const session = await onImage();
        const { host, params, sessionId } = session;
        Object.assign(session.desktop().pointer, { move: () => new Promise<never>(() => undefined) });
        const move = host.refusal('computer.move', params(session.at(1, 1), 'op-move'), sessionId);
        await running(session, 1);
        await host.call('operation.cancel', params({ target_operation_id: 'op-move' }), sessionId);
        session.clock.advance(12_000);
        return move;
      },
    },
  ],
  operation_in_progress: [
    {
      what: 'the id of what still runs',
      ...{ hint: 'reconcile_first', stage: 'dispatched' },
      provoke: () =>
        whileDragging((session) => {
          const { observation_id, point } = session.at(10, 10);
          const gesture = { observation_id, start: point, end: { x: 900, y: 600 }, button: 'left' };
          const given = session.params({ ...gesture, duration_ms: 3000 }, 'op-drag');
          return session.host.refusal('computer.drag', given, session.sessionId);
        }),
    },
  ],
  provider_unavailable: [
    {
      what: 'a lost desktop',
      hint: 'after_refresh',
      provoke: async () => {
        const session = await onImage();
        session.desktop().control.lose();
        return session.refusal('computer.observe', {});
      },
    },
    {
      what: 'a session of a device that is being stopped',
      hint: 'after_refresh',
      provoke: async () => {
        const { device } = createTestDevice();
        const host = connectTestHost(device);
        await host.call('initialize', initializeParams);
        await device.close();
        return host.refusal('session.open', openParams);
      },
    },
  ],
  execution_isolation_failed: { notReachable: onlyCommands },
  cleanup_failed: {
    notReachable: `an input that could not be released is answered with input_cleanup_complete: false; else ${onlyCommands}`,
  },
  command_start_failed: { notReachable: onlyCommands },
  conflict: [
    {
      what: 'an id that was used for another request',
      hint: 'never',
      provoke: async () => {
        const { host, params, sessionId } = await openTestSession();
        await host.call('computer.press_keys', params({ keys: ['a'] }, 'op-same'), sessionId);
        return host.refusal('computer.press_keys', params({ keys: ['b'] }, 'op-same'), sessionId);
      },
    },
    {
      what: 'the id of an observation that has ended',
      ...{ hint: 'reconcile_first', stage: 'completed' },
      provoke: async () => {
        const { host, params, sessionId } = await openTestSession();
        await host.call('computer.observe', params({}, 'op-same'), sessionId);
        return host.refusal('computer.observe', params({}, 'op-same'), sessionId);
      },
    },
    {
      what: 'a reference that is unknown or has expired',
      ...{ hint: 'after_refresh', field: 'observation_id' },
      provoke: () => inSession('computer.move', { observation_id: 'observation-0', point: { x: 1, y: 1 } }),
    },
    {
      what: 'monitors that have changed since',
      ...{ hint: 'after_refresh', field: 'observation_id' },
      provoke: async () => {
        const session = await onImage();
        const area = { x: 0, y: 0, width: 800, height: 600 };
        session.desktop().control.setTargets([{ targetId: 'display-0-1', name: 'F', area, primary: true }]);
        return session.refusal('computer.move', session.at(1, 1));
      },
    },
    {
      what: 'a key that a person holds',
      ...{ hint: 'after_refresh', safe_detail: 'computer_input_held' },
      provoke: async () => {
        const session = await onImage();
        session.desktop().control.hold({ kind: 'key', key: 'a' });
        return session.refusal('computer.press_keys', { keys: ['a'] });
      },
    },
  ],
  integrity_mismatch: {
    notReachable:
      'only a commit of written bytes compares digests here; what was read is compared by the Host',
  },
};

describe('the table of error types', () => {
  it('is whole', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(errorTable).sort());
  });

  const cases = Object.entries(table).flatMap(([errorType, row]) =>
    'notReachable' in row ? [] : row.map((given) => ({ errorType, ...given })),
  );

  it.each(cases)('answers $what with $errorType', async ({ errorType, provoke, ...expected }) => {
    if (!isErrorType(errorType)) throw new Error('no type of the wire');
    const { code, data, message } = await provoke();
    const { error_type, retry_hint, dispatch_stage, field, safe_detail } = data;
    expect({ code, error_type, retry_hint, dispatch_stage, field, safe_detail }).toEqual({
      code: errorTable[errorType].code,
      error_type: errorType,
      retry_hint: expected.hint,
      dispatch_stage: expected.stage ?? 'pre_dispatch',
      field: expected.field,
      safe_detail: expected.safe_detail,
    });
    expect(message).not.toMatch(/\/home|secret/);
  });

  it('has a reason for every type that is missing', () => {
    const reasons = Object.values(table).flatMap((row) => ('notReachable' in row ? [row.notReachable] : []));
    expect(reasons.every((reason) => reason.length > 20)).toBe(true);
  });
});

describe('over a real socket', () => {
  let carrier: SocketCarrier | undefined;
  afterEach(() => carrier?.close());

  it('answers the same', async () => {
    carrier = await openSocketCarrier();
    const encodeImage = () => Promise.resolve(testImage());
    const host = connectTestHost(createTestDevice({ overrides: { encodeImage } }).device, carrier.ends);
    const types = [
      await refused(host, '{"jsonrpc":'),
      await refused(host, '[]'),
      await host.refusal('device.describe', {}),
      await host
        .call('initialize', initializeParams)
        .then(() => host.refusal('initialize', initializeParams)),
      await host.refusal('computer.fly', {}),
      await host.refusal('session.open', { ...openParams, expected_generation: 6 }),
      await host.refusal('session.keepalive', {}, 'session-0'),
    ].map(({ code, data }) => [code, data.error_type, data.retry_hint, data.dispatch_stage]);
    expect(types).toEqual([
      [-32700, 'parse_error', 'never', 'pre_dispatch'],
      [-32600, 'invalid_request', 'never', 'pre_dispatch'],
      [-32001, 'not_initialized', 'never', 'pre_dispatch'],
      [-32002, 'already_initialized', 'never', 'pre_dispatch'],
      [-32601, 'method_not_found', 'never', 'pre_dispatch'],
      [-32020, 'stale_generation', 'after_refresh', 'pre_dispatch'],
      [-32011, 'not_found_or_denied', 'after_refresh', 'pre_dispatch'],
    ]);
  });
});
