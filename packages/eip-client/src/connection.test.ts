import { EipError } from '@harness-desktop/eip-protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { connectScripted, type ConnectScriptedOptions } from './testing/connect-scripted.ts';
import { ScriptedDaemon } from './testing/scripted-daemon.ts';
import { scriptedDevice, scriptedSession } from './testing/scripted-descriptors.ts';

const deviceDescriptor = scriptedDevice({
  generation: 7,
  available_methods: ['computer.describe', 'computer.observe', 'computer.click'],
});
const sessionDescriptor = scriptedSession(deviceDescriptor);

const connect = (options: ConnectScriptedOptions = {}) =>
  connectScripted({ daemon: new ScriptedDaemon({ device: deviceDescriptor }), ...options });

const connectSession = async () => {
  const { connection, daemon } = connect();
  await connection.initialize();
  return { connection, daemon, session: await connection.openSession() };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('connection', () => {
  it('initializes with what it is and what it expects', async () => {
    const { connection, daemon } = connect();
    expect(connection.descriptor).toBeNull();
    const result = await connection.initialize({ expectedDeviceId: 'device-1' });
    expect(result.server.name).toBe('a13n-envd');
    expect(connection.descriptor?.device_id).toBe('device-1');
    expect(daemon.requests).toStrictEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          supported_protocol_versions: ['0.100', '0.1'],
          client: { name: 'test-host', version: '1.0.0' },
          expected_device_id: 'device-1',
        },
      },
    ]);
    await expect(connection.initialize()).rejects.toMatchObject({ errorType: 'already_initialized' });
  });

  it('refuses a version that it did not offer and a device that it did not expect', async () => {
    const other = connect({ protocolVersions: ['0.1'] });
    other.daemon.onRaw('initialize', () => ({
      protocol_version: '0.100',
      server: { name: 'a13n-envd', version: '1.0.0' },
      descriptor: deviceDescriptor,
    }));
    await expect(other.connection.initialize()).rejects.toMatchObject({ errorType: 'protocol_incompatible' });
    const { connection } = connect();
    await expect(connection.initialize({ expectedDeviceId: 'x' })).rejects.toMatchObject({
      errorType: 'denied',
    });
  });

  it('sends nothing before it is initialized', async () => {
    const { connection, daemon } = connect();
    const notInitialized = { errorType: 'not_initialized' };
    await expect(connection.openSession()).rejects.toMatchObject(notInitialized);
    await expect(connection.attachSession('s')).rejects.toMatchObject(notInitialized);
    await expect(connection.describeDevice()).rejects.toMatchObject(notInitialized);
    await expect(connection.listDirectory({ path: '/' })).rejects.toMatchObject(notInitialized);
    expect(daemon.requests).toHaveLength(0);
  });

  it('describes the device and lists directories outside sessions', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    daemon.onRaw('device.describe', () => ({ descriptor: { ...deviceDescriptor, generation: 8 } }));
    daemon.onRaw('directory.list', () => ({ path: '/home', parent_path: '/', next_offset: 2 }));
    expect((await connection.describeDevice()).generation).toBe(8);
    const listing = await connection.listDirectory({ path: '/home', offset: 1 });
    expect(listing).toStrictEqual({ path: '/home', parent_path: '/', entries: [], next_offset: 2 });
    expect(daemon.requestsOf('directory.list')[0]).toStrictEqual({
      jsonrpc: '2.0',
      id: 3,
      method: 'directory.list',
      params: {
        expected_device_id: 'device-1',
        expected_generation: 8,
        path: '/home',
        offset: 1,
        limit: 200,
      },
    });
  });

  it('refuses params out of bounds without sending them', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    await expect(connection.listDirectory({ path: 'home' })).rejects.toMatchObject({
      errorType: 'invalid_params',
      dispatchStage: 'pre_dispatch',
      details: { field: 'path' },
    });
    expect(daemon.requestsOf('directory.list')).toHaveLength(0);
  });

  it('passes typed errors of the device on', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    const details = { field: 'path' };
    daemon.failNext('directory.list', new EipError('not_found_or_denied', 'No.', { details }));
    await expect(connection.listDirectory({ path: '/secret' })).rejects.toMatchObject({
      errorType: 'not_found_or_denied',
      details: { field: 'path' },
    });
  });

  it('opens a session for the device it knows', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    const session = await connection.openSession({
      workingDirectory: '/home/b',
      requiredMethods: ['computer.click'],
    });
    expect(session.sessionId).toBe('session-1');
    expect(daemon.requestsOf('session.open')[0]?.params).toStrictEqual({
      expected_device_id: 'device-1',
      expected_generation: 7,
      protocol_version: '0.100',
      working_directory: '/home/b',
      required_methods: ['computer.click'],
    });
  });

  it.each([
    ['another boundary', { boundary: { ...sessionDescriptor.boundary, egress: 'deny' } }],
    ['more methods', { available_methods: ['computer.drag'] }],
    ['fewer methods than required', { available_methods: ['computer.observe'] }],
    ['another generation', { generation: 8 }],
  ])('closes a session with %s than its device', async (_name, change) => {
    const { connection, daemon } = connect();
    await connection.initialize();
    daemon.onRaw('session.open', () => ({ descriptor: { ...sessionDescriptor, ...change } }));
    const opening = connection.openSession({ requiredMethods: ['computer.click'] });
    await expect(opening).rejects.toMatchObject({ errorType: 'internal_error' });
    await daemon.until(() => daemon.requestsOf('session.close').length === 1);
  });

  it('attaches a session on a new connection, and only that session', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    await connection.openSession();
    const again = connectScripted({ daemon }).connection;
    await again.initialize();
    expect((await again.attachSession('session-1')).sessionId).toBe('session-1');
    expect(daemon.requestsOf('session.attach')[0]).toMatchObject({ params: {}, eip_session: 'session-1' });
    daemon.onRaw('session.attach', () => ({ descriptor: sessionDescriptor }));
    await expect(again.attachSession('session-2')).rejects.toMatchObject({
      errorType: 'internal_error',
    });
  });

  it.each([
    ['text that is no JSON', '{"jsonrpc":'],
    ['a repeated member', '{"jsonrpc":"2.0","id":2,"id":2,"result":{}}'],
    ['an answer to a request that was never sent', '{"jsonrpc":"2.0","id":99,"result":{}}'],
    ['an answer to a text id', '{"jsonrpc":"2.0","id":"2","result":{}}'],
    [
      'an error without id',
      JSON.stringify({ jsonrpc: '2.0', id: null, error: new EipError('busy', 'x').toWire() }),
    ],
    ['a request', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'],
    [
      'a number it cannot hold',
      '{"jsonrpc":"2.0","id":2,"result":{"descriptor":{"generation":18446744073709551616}}}',
    ],
  ])('ends the connection at %s', async (_name, text) => {
    const { connection, daemon } = connect();
    await connection.initialize();
    const describing = connection.describeDevice();
    daemon.sendText(text);
    await expect(describing).rejects.toMatchObject({
      errorType: 'provider_unavailable',
      dispatchStage: 'unknown',
    });
    await connection.closed;
  });

  it('ends the connection at bytes that are no frame', async () => {
    const { connection, daemon } = await connectSession();
    daemon.sendBytes(Uint8Array.of(1, 2, 3));
    await connection.closed;
    await expect(connection.describeDevice()).rejects.toThrow('broke the protocol: The frame is shorter');
  });

  it.each([
    ['an unknown member', { descriptor: deviceDescriptor, hostname: 'x' }],
    ['a missing member', {}],
    ['a float', { descriptor: { ...deviceDescriptor, generation: 1.5 } }],
  ])('refuses a result with %s and goes on', async (_name, result) => {
    const { connection, daemon } = connect();
    await connection.initialize();
    daemon.onRaw('device.describe', () => result);
    await expect(connection.describeDevice()).rejects.toMatchObject({ errorType: 'provider_unavailable' });
    daemon.onRaw('device.describe', () => ({ descriptor: deviceDescriptor }));
    await expect(connection.describeDevice()).resolves.toMatchObject({ device_id: 'device-1' });
  });

  it('ends waiting at the deadline and ignores the late answer', async () => {
    vi.useFakeTimers();
    const { connection, daemon } = connect({ requestTimeoutMs: 1000 });
    await connection.initialize();
    daemon.onRaw('device.describe', () => undefined);
    const describing = expect(connection.describeDevice()).rejects.toMatchObject({ errorType: 'timeout' });
    await vi.advanceTimersByTimeAsync(1000);
    await describing;
    const [late] = daemon.requestsOf('device.describe');
    if (late) daemon.answer(late, { descriptor: deviceDescriptor });
    daemon.onRaw('device.describe', () => ({ descriptor: deviceDescriptor }));
    await expect(connection.describeDevice()).resolves.toMatchObject({ device_id: 'device-1' });
  });

  it('ends waiting when the caller aborts, and sends nothing for one who has', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    daemon.onRaw('device.describe', () => undefined);
    const giveUp = new AbortController();
    const describing = connection.describeDevice(giveUp.signal);
    giveUp.abort();
    await expect(describing).rejects.toMatchObject({ errorType: 'cancelled', dispatchStage: 'unknown' });
    await expect(connection.describeDevice(giveUp.signal)).rejects.toMatchObject({
      dispatchStage: 'pre_dispatch',
    });
    expect(daemon.requestsOf('device.describe')).toHaveLength(1);
  });

  it('refuses more than 128 pending requests', async () => {
    const { connection, daemon } = connect();
    await connection.initialize();
    daemon.onRaw('device.describe', () => undefined);
    const pending = Array.from({ length: 128 }, () => connection.describeDevice());
    await expect(connection.describeDevice()).rejects.toMatchObject({
      errorType: 'busy',
      retryHint: 'after_capacity',
      dispatchStage: 'pre_dispatch',
    });
    connection.close();
    const outcomes = await Promise.allSettled(pending);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('closes the carrier once, and refuses what comes after', async () => {
    const { connection, session } = await connectSession();
    connection.close();
    connection.close();
    await connection.closed;
    const refused = { errorType: 'provider_unavailable', dispatchStage: 'pre_dispatch' };
    await expect(connection.describeDevice()).rejects.toMatchObject(refused);
    await expect(session.describeComputer()).rejects.toMatchObject(refused);
    await expect(session.close()).resolves.toBeUndefined();
  });
});
