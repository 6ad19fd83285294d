import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMessage, sessionContradiction } from '@harness-desktop/eip-protocol';
import type { Transport, TransportMessage } from '@harness-desktop/eip-protocol';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createTestDevice, initializeParams, openParams, openTestSession } from '../testing/test-device.ts';
import { connectTestHost } from '../testing/test-host.ts';
import { createConnectionState } from './connection-state.ts';
import { serveConnection } from './serve-connection.ts';

vi.setConfig({ testTimeout: 30_000 });

const context = (operationId: string) => ({ context: { operation_id: operationId } });

describe('initialize', () => {
  it('comes first', async () => {
    const host = connectTestHost(createTestDevice().device);
    expect((await host.refusal('device.describe', {})).data.error_type).toBe('not_initialized');
    const result = await host.call('initialize', initializeParams);
    expect(result).toMatchObject({
      protocol_version: '0.1',
      server: { name: 'a13n-envd', version: '0.1.0' },
    });
    expect((await host.refusal('initialize', initializeParams)).data.error_type).toBe('already_initialized');
  });

  it('refuses versions it does not speak and devices it is not', async () => {
    const host = connectTestHost(createTestDevice().device);
    const other = { ...initializeParams, supported_protocol_versions: ['0.2', '1.0'] };
    expect((await host.refusal('initialize', other)).data.error_type).toBe('protocol_incompatible');
    const elsewhere = { ...initializeParams, expected_device_id: 'device-2' };
    expect((await host.refusal('initialize', elsewhere)).data.error_type).toBe('not_found_or_denied');
    expect(
      await host.call('initialize', { ...initializeParams, expected_device_id: 'device-1' }),
    ).toBeDefined();
  });

  it('must come within 30 s', async () => {
    const { device, clock } = createTestDevice();
    const host = connectTestHost(device);
    clock.advance(30_000);
    expect((await host.ended).code).toBe(1008);
  });

  it('offers desktop methods only with computer use on, and no text without text input', async () => {
    const methodsOf = async (options: Parameters<typeof createTestDevice>[0]) => {
      const host = connectTestHost(createTestDevice(options).device);
      return (await host.call('initialize', initializeParams)).descriptor.available_methods;
    };
    expect((await methodsOf({ computerUse: false })).filter((name) => name.startsWith('computer.'))).toEqual(
      [],
    );
    expect(await methodsOf({})).toContain('computer.press_keys');
    expect(await methodsOf({})).not.toContain('computer.type_text');
    const capabilities = { scrollUnits: ['pixels'], textInput: true } as const;
    expect(await methodsOf({ desktop: { capabilities } })).toContain('computer.type_text');
  });
});

describe('requests', () => {
  it('answers text that is no JSON, and goes on', async () => {
    const host = connectTestHost(createTestDevice().device);
    expect(await host.sendText('{"jsonrpc":"2.0",')).toMatchObject({
      id: null,
      error: { code: -32700, data: { error_type: 'parse_error' } },
    });
    expect(await host.call('initialize', initializeParams)).toBeDefined();
  });

  it.each([
    ['file.stat', { path: '/' }, 'method_not_found'],
    ['computer.fly', {}, 'method_not_found'],
    ['device.describe', { extra: 1 }, 'invalid_params'],
  ])('refuses %s', async (method, params, errorType) => {
    const { host } = await openTestSession();
    expect((await host.refusal(method, params)).data.error_type).toBe(errorType);
  });

  it('answers a request of a giant id without it', async () => {
    const host = connectTestHost(createTestDevice().device);
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 'x'.repeat(2 ** 21),
      method: 'initialize',
      params: {},
    });
    expect(await host.sendText(text)).toMatchObject({
      id: null,
      error: { data: { error_type: 'output_limit_exceeded' } },
    });
  });

  it('works on no more than 128 requests outside of sessions at once', async () => {
    const { host } = await openTestSession();
    const list = { expected_device_id: 'device-1', expected_generation: 7, path: '/', limit: 1 };
    const calls = Array.from({ length: 128 }, () => host.call('directory.list', list));
    expect((await host.refusal('directory.list', list)).data.error_type).toBe('busy');
    await Promise.all(calls);
    expect((await host.call('directory.list', list)).entries).toHaveLength(1);
  });

  it('refuses an unknown session and a missing one', async () => {
    const { host, params } = await openTestSession();
    const describeMethod = 'environment.describe';
    expect((await host.refusal(describeMethod, params(), 'session-0')).data.error_type).toBe(
      'not_found_or_denied',
    );
    expect((await host.refusal(describeMethod, params())).data.error_type).toBe('invalid_request');
  });

  it('does not serve what computer use would offer while it is off', async () => {
    const { host, params, sessionId, desktops } = await openTestSession({ computerUse: false });
    const refused = await host.refusal('computer.observe', params(), sessionId);
    expect(refused.data.error_type).toBe('method_not_found');
    expect(desktops).toHaveLength(0);
  });

  it('ends the connection when the data framing is broken', async () => {
    const { host } = await openTestSession();
    host.transport.sendBytes(new Uint8Array([1, 2, 3]));
    expect(await host.ended).toMatchObject({ code: 1002, cause: 'framing' });
  });
});

describe('an ending connection', () => {
  it('does nothing of what comes after the framing was broken', async () => {
    const sent: string[] = [];
    const closes: (number | undefined)[] = [];
    let deliver: (message: TransportMessage) => void = () => undefined;
    const transport: Transport = {
      bufferedBytes: 0,
      sendText: (text) => sent.push(text),
      sendBytes: () => undefined,
      close: (code) => closes.push(code),
      onMessage: (listener) => {
        deliver = listener;
        return () => undefined;
      },
      onClose: () => () => undefined,
    };
    void serveConnection({ device: createTestDevice().device, transport, serverVersion: '0.1.0' });
    const text = encodeMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams });
    deliver({ kind: 'bytes', bytes: new Uint8Array([1, 2, 3]) });
    deliver({ kind: 'text', text });
    await new Promise((resolve) => setImmediate(resolve));
    expect(closes).toEqual([1002]);
    expect(sent).toEqual([]);
  });

  it('leaves a session that was opened too late to the grace period', async () => {
    const { device, clock } = createTestDevice();
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    void host.call('session.open', openParams);
    await Promise.resolve();
    host.transport.close();
    await host.ended;
    await eventually(() => device.findSession('session-1')?.isAttached()).toBe(false);
    clock.advance(30_000);
    await eventually(() => device.findSession('session-1')).toBeNull();
  });

  it('keeps nothing of sessions that were closed for being idle', () => {
    const { device, clock } = createTestDevice();
    const onInitialized = () => undefined;
    const state = createConnectionState({ device, serverVersion: '0.1.0', onInitialized });
    for (let count = 0; count < 3; count += 1) {
      state.adopt(device.openSession('/', '0.1'));
      clock.advance(60_000);
    }
    state.adopt(device.openSession('/', '0.1'));
    expect(state.sessions()).toHaveLength(1);
  });
});

describe('session.open', () => {
  const open = async (overrides: Record<string, unknown>) => {
    const host = connectTestHost(createTestDevice().device);
    await host.call('initialize', initializeParams);
    return host.refusal('session.open', { ...openParams, ...overrides });
  };

  it.each([
    [{ expected_device_id: 'device-2' }, 'not_found_or_denied'],
    [{ expected_generation: 6 }, 'stale_generation'],
    [{ protocol_version: '0.2' }, 'protocol_incompatible'],
    [{ required_methods: ['file.stat'] }, 'unsupported'],
    [{ working_directory: '/no/such/folder' }, 'not_found_or_denied'],
    [{ egress: { destinations: { mode: 'public' } } }, 'unsupported'],
  ])('refuses %j', async (overrides, errorType) => {
    expect((await open(overrides)).data.error_type).toBe(errorType);
  });

  it('describes a session that does not contradict its device', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'envd-open-'));
    const host = connectTestHost(createTestDevice().device);
    const { descriptor: device } = await host.call('initialize', initializeParams);
    const { descriptor } = await host.call('session.open', { ...openParams, working_directory: directory });
    expect(descriptor.working_directory).toBe(directory);
    expect(sessionContradiction(device, descriptor)).toBeNull();
    await rm(directory, { recursive: true });
  });
});

describe('readiness gate', () => {
  it('lets only readiness, keepalive and close in before it', async () => {
    const { device, desktops } = createTestDevice();
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    const { descriptor } = await host.call('session.open', openParams);
    const sessionId = descriptor.session_id;
    for (const method of ['computer.describe', 'environment.describe']) {
      expect((await host.refusal(method, context('early'), sessionId)).data.error_type).toBe(
        'not_initialized',
      );
    }
    expect(await host.call('session.keepalive', {}, sessionId)).toEqual({ alive: true });
    expect(desktops).toHaveLength(0);
    expect(await host.call('environment.readiness', context('op-r'), sessionId)).toEqual({
      ready: true,
      device_id: 'device-1',
      generation: 7,
      session_id: sessionId,
    });
    expect(await host.call('computer.describe', context('op-d'), sessionId)).toBeDefined();
  });

  it('stays shut while the desktop is not ready', async () => {
    const readiness = [{ name: 'xtest', ok: false, detail: 'missing' }];
    const { device } = createTestDevice({ desktop: { readiness } });
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    const { descriptor } = await host.call('session.open', openParams);
    const refused = await host.refusal('environment.readiness', context('op-r'), descriptor.session_id);
    expect(refused.data.error_type).toBe('provider_unavailable');
    const early = await host.refusal('computer.describe', context('op-d'), descriptor.session_id);
    expect(early.data.error_type).toBe('not_initialized');
  });
});

describe('session life', () => {
  it('gives each session a desktop of its own and closes it with the session', async () => {
    const { host, sessionId, params, desktops, device } = await openTestSession();
    const { descriptor } = await host.call('session.open', openParams);
    await host.call('environment.readiness', params(), descriptor.session_id);
    expect(desktops).toHaveLength(2);
    expect(await host.call('session.close', {}, sessionId)).toEqual({ closed: true });
    expect(desktops[0]?.control.isClosed()).toBe(true);
    expect(desktops[1]?.control.isClosed()).toBe(false);
    expect(device.findSession(sessionId)).toBeNull();
    expect((await host.refusal('session.keepalive', {}, sessionId)).data.error_type).toBe(
      'not_found_or_denied',
    );
  });

  it('closes an idle session, and keepalive keeps it', async () => {
    const { host, sessionId, clock, device, desktop } = await openTestSession();
    clock.advance(40_000);
    await host.call('session.keepalive', {}, sessionId);
    clock.advance(40_000);
    expect(device.findSession(sessionId)).not.toBeNull();
    clock.advance(20_000);
    await eventually(() => device.findSession(sessionId)).toBeNull();
    await eventually(() => desktop().control.isClosed()).toBe(true);
  });

  it('keeps a detached session for the grace period, to be attached by another connection', async () => {
    const first = await openTestSession();
    const { sessionId, device, clock } = first;
    first.host.transport.close();
    await first.host.ended;
    clock.advance(29_000);
    const host = connectTestHost(device);
    await host.call('initialize', initializeParams);
    expect((await host.refusal('environment.describe', context('op-x'), sessionId)).data.error_type).toBe(
      'not_found_or_denied',
    );
    expect((await host.call('session.attach', {}, sessionId)).descriptor.session_id).toBe(sessionId);
    clock.advance(29_000);
    expect(await host.call('environment.describe', context('op-y'), sessionId)).toBeDefined();
  });

  it('closes a detached session after the grace period', async () => {
    const { host, sessionId, device, clock, desktop } = await openTestSession();
    host.transport.close();
    await host.ended;
    clock.advance(30_000);
    await eventually(() => device.findSession(sessionId)).toBeNull();
    await eventually(() => desktop().control.isClosed()).toBe(true);
  });

  it('has room for 128 sessions', async () => {
    const { host } = await openTestSession();
    for (let count = 1; count < 128; count += 1) await host.call('session.open', openParams);
    expect((await host.refusal('session.open', openParams)).data.error_type).toBe('busy');
  });

  it('opens no session while the device is being stopped', async () => {
    const { host, device, desktop } = await openTestSession();
    await device.close();
    expect(desktop().control.isClosed()).toBe(true);
    expect((await host.refusal('session.open', openParams)).data.error_type).toBe('provider_unavailable');
  });
});
