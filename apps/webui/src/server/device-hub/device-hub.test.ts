import { EipError } from '@harness-desktop/eip-protocol';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { createWebSocketTransport } from '@harness-desktop/eip-client/web-socket';
import { deviceSchema, directoryListingSchema, type Device } from '../../shared/devices.ts';
import { liveEventSchema } from '../../shared/events.ts';
import { ScriptedDaemon } from '../testing/scripted-daemon.ts';
import { eventually, startTestServer, type TestServer } from '../testing/start-test-server.ts';

const credential = 'cd'.repeat(32);
const digest = createHash('sha256').update(credential).digest('hex');
const deviceId = `device-${digest.slice(0, 24)}`;
const requestSchema = z.looseObject({ id: z.int(), method: z.string(), params: z.looseObject({}) });

describe('device sockets', () => {
  let server: TestServer;
  const sockets: WebSocket[] = [];
  const startPaired = async (options: Parameters<typeof startTestServer>[0] = {}) => {
    server = await startTestServer(options);
    const headers = { authorization: `Bearer ${credential}` };
    const payload = { device_id: 'd-1', name: 'Desk' };
    await server.request({ method: 'POST', url: '/api/envd/pair', headers, payload });
    await server.request({ method: 'POST', url: `/api/pairings/pair-${digest.slice(0, 24)}/approve` });
  };
  beforeEach(() => startPaired());
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await server.close();
  });

  type DialOptions = { bearer?: string; resource?: string; protocols?: string[]; autoPong?: boolean };
  const dial = ({
    bearer = credential,
    resource = deviceId,
    protocols = ['eip.v1'],
    autoPong = true,
  }: DialOptions = {}) => {
    const url = `${server.origin.replace('http', 'ws')}/api/devices/${resource}/connect`;
    const socket = new WebSocket(url, protocols, {
      headers: { authorization: `Bearer ${bearer}` },
      autoPong,
    });
    sockets.push(socket);
    socket.on('error', () => undefined);
    return socket;
  };
  const refusal = async (socket: WebSocket) => {
    const status = new Promise<number>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => resolve(101));
    });
    return status;
  };
  const serve = (socket: WebSocket, daemon = new ScriptedDaemon({ deviceId: 'd-1' })) => {
    daemon.serve(createWebSocketTransport(socket));
    return daemon;
  };
  const device = async (): Promise<Device> =>
    deviceSchema.parse((await server.request({ url: `/api/devices/${deviceId}` })).json());
  const untilStatus = (status: Device['status']) =>
    eventually(async () => {
      const now = await device();
      return now.status === status ? now : undefined;
    });
  const closing = async (socket: WebSocket): Promise<number> => {
    const [code] = z
      .tuple([z.int()])
      .rest(z.unknown())
      .parse(await once(socket, 'close'));
    return code;
  };
  const acquire = (signal = AbortSignal.timeout(5000)) =>
    server.context.hub.acquireSession(deviceId, { requiredMethods: ['computer.observe'], signal });
  const revoke = () => server.request({ method: 'POST', url: `/api/devices/${deviceId}/revoke` });

  it('refuses who is not this device before the upgrade', async () => {
    expect(await refusal(dial({ bearer: 'ef'.repeat(32) }))).toBe(401);
    expect(await refusal(dial({ bearer: 'short' }))).toBe(401);
    expect(await refusal(dial({ resource: 'device-unknown' }))).toBe(401);
    await revoke();
    expect(await refusal(dial())).toBe(403);
  });

  it('upgrades to eip.v1 only, without extensions', async () => {
    expect(await refusal(dial({ protocols: [] }))).toBe(400);
    expect(await refusal(dial({ protocols: ['eip.v2'] }))).toBe(400);
    const plain = await server.request({
      url: `/api/devices/${deviceId}/connect`,
      headers: { authorization: `Bearer ${credential}` },
    });
    expect([plain.statusCode, plain.json()]).toMatchObject([400, { code: 'invalid_request' }]);
    const socket = dial({ protocols: ['other', 'eip.v1'] });
    await once(socket, 'open');
    expect([socket.protocol, socket.extensions]).toEqual(['eip.v1', '']);
  });

  it('speaks first, expects the paired device and shows what it offers', async () => {
    const daemon = serve(dial());
    const connected = await untilStatus('connected');
    expect(connected).toMatchObject({
      problem: null,
      desktop: {
        displays: [{ target_id: 'display-0-1', name: 'Screen', width: 800, height: 600 }],
        observe_ready: true,
        scroll_units: ['steps'],
        default_working_directory: '/home/ada',
      },
    });
    expect(daemon.requests[0]).toMatchObject({
      method: 'initialize',
      params: { expected_device_id: 'd-1', client: { name: 'harness-ui', version: '0.0.0-test' } },
    });
    expect(daemon.requestsOf('session.close').length).toBe(1);
    const rows = await server.context.database.selectFrom('events').select('event_json').execute();
    const events = rows.map((row) => liveEventSchema.parse(JSON.parse(row.event_json)));
    const statuses = events.flatMap((event) => (event.type === 'device' ? [event.device.status] : []));
    expect(statuses).toEqual(['offline', 'connecting', 'connected']);
  });

  it('keeps nothing of the request that became the socket', async () => {
    setFlagsFromString('--expose-gc');
    const upgraded = new Promise<WeakRef<object>>((resolve) => {
      server.app.server.prependOnceListener('upgrade', (request) => resolve(new WeakRef(request)));
    });
    serve(dial());
    await untilStatus('connected');
    const request = await upgraded;
    await eventually(() => {
      void runInNewContext('gc()');
      return request.deref() === undefined ? true : undefined;
    });
    expect((await device()).status).toBe('connected');
  });

  it('begins with a device although many sockets before it never answered', async () => {
    for (let count = 0; count < 20; count += 1) await once(dial(), 'open');
    serve(dial());
    await untilStatus('connected');
  });

  it('lends sessions and closes them when they are released', async () => {
    const daemon = serve(dial());
    await untilStatus('connected');
    const lease = await acquire();
    const { bytes } = await lease.session.observeComputer();
    expect(Buffer.from(bytes).toString()).toBe('first image');
    await lease.release();
    await lease.release();
    expect(daemon.requestsOf('session.close').length).toBe(2);
    expect(lease.lost.aborted).toBe(false);
  });

  it('says what stands in the way of a session', async () => {
    await expect(acquire()).rejects.toMatchObject({ code: 'device_offline' });
    const daemon = serve(dial(), new ScriptedDaemon({ deviceId: 'd-1', methods: ['computer.describe'] }));
    await untilStatus('connected');
    await expect(acquire()).rejects.toMatchObject({ code: 'unsupported_by_device' });
    expect(daemon.requestsOf('session.open').length).toBe(1);
    daemon.failNext('environment.readiness', new EipError('provider_unavailable', 'no display'));
    await expect(
      server.context.hub.acquireSession(deviceId, { requiredMethods: [], signal: AbortSignal.timeout(5000) }),
    ).rejects.toMatchObject({ code: 'device_not_ready' });
    const aborted = AbortSignal.abort(new Error('the person stopped'));
    await expect(acquire(aborted)).rejects.toThrow('the person stopped');
  });

  it('drops the older of two sockets and all that ran over it', async () => {
    const first = dial();
    const old = serve(first);
    await untilStatus('connected');
    const lease = await acquire();
    const held = old.holdNext('computer.move');
    const moving = lease.session.move({ observationId: 'device-screen-1', point: { x: 1, y: 1 } });
    const failed = moving.catch((error: unknown) => error);
    await held.begun;
    const closed = closing(first);
    const fresh = serve(dial());
    expect(await closed).toBe(4001);
    expect(await failed).toMatchObject({ errorType: 'unknown_outcome' });
    expect(lease.lost.reason).toMatchObject({ code: 'device_superseded' });
    held.finish('executed');
    await untilStatus('connected');
    const again = await acquire();
    await again.session.describeComputer();
    expect(fresh.requestsOf('computer.describe').length).toBe(2);
    expect(fresh.inputs).toEqual([]);
    await again.release();
  });

  it('closes the socket of a revoked device at once, with what runs', async () => {
    const socket = dial();
    const daemon = serve(socket);
    await untilStatus('connected');
    const lease = await acquire();
    const held = daemon.holdNext('computer.move');
    const moving = lease.session.move({ observationId: 'device-screen-1', point: { x: 1, y: 1 } });
    const failed = moving.catch((error: unknown) => error);
    await held.begun;
    const closed = closing(socket);
    expect((await revoke()).statusCode).toBe(204);
    expect(lease.lost.reason).toMatchObject({ code: 'device_revoked' });
    expect(await closed).toBe(4003);
    expect(await failed).toMatchObject({ errorType: 'unknown_outcome' });
    expect((await device()).status).toBe('revoked');
    await expect(acquire()).rejects.toMatchObject({ code: 'device_revoked' });
  });

  it('shows a device offline as soon as its socket drops, and connected when it is back', async () => {
    const socket = dial();
    serve(socket);
    await untilStatus('connected');
    const lease = await acquire();
    server.advance(60_000);
    socket.terminate();
    const offline = await untilStatus('offline');
    expect(lease.lost.reason).toMatchObject({ code: 'device_offline' });
    await eventually(async () =>
      (await device()).last_seen_at === '2026-03-01T12:01:00.000Z' ? true : undefined,
    );
    expect(offline.desktop).not.toBeNull();
    serve(dial());
    await untilStatus('connected');
  });

  it('cuts a peer off that no longer answers pings', async () => {
    await server.close();
    await startPaired({ deviceHeartbeat: { intervalMs: 20, answerMs: 20 } });
    const socket = dial({ autoPong: false });
    await once(socket, 'open');
    expect(await closing(socket)).toBe(1006);
    await untilStatus('offline');
  });

  it('keeps a peer that answers pings', async () => {
    await server.close();
    await startPaired({ deviceHeartbeat: { intervalMs: 20, answerMs: 1000 } });
    const socket = dial();
    serve(socket);
    await untilStatus('connected');
    for (let count = 0; count < 3; count += 1) await once(socket, 'ping');
    expect((await device()).status).toBe('connected');
  });

  it('refuses a daemon that turns out to be another device', async () => {
    const socket = dial();
    const closed = closing(socket);
    serve(socket, new ScriptedDaemon({ deviceId: 'd-other' }));
    expect(await closed).toBe(4000);
    const offline = await untilStatus('offline');
    expect(offline.problem).toContain('Another device answered');
  });

  it('keeps a device connected whose desktop cannot be described, and says why', async () => {
    const daemon = new ScriptedDaemon({ deviceId: 'd-1' });
    daemon.failNext('computer.describe', new EipError('provider_unavailable', 'No display\u0007 is open.'));
    serve(dial(), daemon);
    const connected = await untilStatus('connected');
    expect(connected.problem).toBe('The device answered provider_unavailable: No display is open.');
    expect(connected.desktop).toMatchObject({ displays: [], observe_ready: false });
  });

  it('says so when a desktop is lost under a live socket, and again when it is back', async () => {
    const daemon = serve(dial());
    await untilStatus('connected');
    const lost = new EipError('provider_unavailable', 'No display is open.');
    daemon.failNext('environment.readiness', lost);
    await expect(acquire()).rejects.toMatchObject({ code: 'device_not_ready' });
    daemon.failNext('environment.readiness', lost);
    const unready = await eventually(async () => {
      const now = await device();
      return now.problem === null ? undefined : now;
    });
    expect(unready).toMatchObject({ status: 'connected', desktop: { displays: [], observe_ready: false } });
    await eventually(async () => {
      await (await acquire()).release();
      const now = await device();
      return now.problem === null && now.desktop?.observe_ready === true ? now : undefined;
    });
  });

  it('ends a socket that breaks the protocol', async () => {
    const socket = dial();
    socket.on('message', () => socket.send('{"jsonrpc":"2.0","id":1,"id":2}'));
    expect(await closing(socket)).toBe(1002);
    await untilStatus('offline');
  });

  it('ends a socket that sends more than any message may hold', async () => {
    const socket = dial();
    await once(socket, 'open');
    socket.send(Buffer.alloc(16 * 1024 * 1024 + 1));
    expect(await closing(socket)).toBe(1009);
    const failed = server.log.filter((line) => line.includes('device socket failed'));
    expect(failed).toEqual([expect.stringContaining(`"device_id":"${deviceId}"`)]);
  });

  it('lists folders on the device', async () => {
    const socket = dial();
    const scripted = new ScriptedDaemon({ deviceId: 'd-1' });
    const reply = (id: number, result: unknown) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const transport = createWebSocketTransport(socket);
    scripted.serve({
      ...transport,
      sendText: (text) =>
        transport.sendText(text.replace('"directory_discovery":false', '"directory_discovery":true')),
      onMessage: (listener) =>
        transport.onMessage((message) => {
          const request = message.kind === 'text' ? requestSchema.parse(JSON.parse(message.text)) : undefined;
          if (request?.method !== 'directory.list') {
            listener(message);
            return;
          }
          const { path } = z.looseObject({ path: z.string() }).parse(request.params);
          const tooLong = { name: 'x', path: `/${'x'.repeat(5000)}` };
          const entries = [{ name: 's\u202erc', path: `${path}/src` }, tooLong];
          reply(request.id, { path, parent_path: '/home', entries, next_offset: 200 });
        }),
    });
    await untilStatus('connected');
    const list = (query: string) => server.request({ url: `/api/devices/${deviceId}/directories${query}` });
    expect(directoryListingSchema.parse((await list('')).json())).toEqual({
      path: '/home/ada',
      parent_path: '/home',
      entries: [{ name: 's rc', path: '/home/ada/src' }],
      next_offset: 200,
    });
    expect((await list('?path=/tmp&offset=200')).json()).toMatchObject({ path: '/tmp' });
    expect((await list('?offset=-1')).json()).toMatchObject({ status: 400, errors: [{ path: 'offset' }] });
  });

  it('says when folders cannot be listed', async () => {
    const list = () => server.request({ url: `/api/devices/${deviceId}/directories` });
    expect((await list()).json()).toMatchObject({ status: 409, code: 'device_offline' });
    serve(dial());
    await untilStatus('connected');
    expect((await list()).json()).toMatchObject({ status: 409, code: 'unsupported_by_device' });
    await revoke();
    expect((await list()).json()).toMatchObject({ status: 403, code: 'device_revoked' });
  });

  it('tells its daemons that it goes away', async () => {
    const socket = dial();
    serve(socket);
    await untilStatus('connected');
    const closed = closing(socket);
    await server.close();
    expect(await closed).toBe(1001);
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    await startPaired();
  });

  it('lets the owner rename a device and forget a revoked one only', async () => {
    const url = `/api/devices/${deviceId}`;
    const renamed = await server.request({ method: 'PATCH', url, payload: { name: '  Studio  ' } });
    expect(renamed.json()).toMatchObject({ name: 'Studio' });
    const early = await server.request({ method: 'DELETE', url });
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'conflict' }]);
    await revoke();
    expect((await server.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await server.request({ url })).json()).toMatchObject({ status: 404, code: 'not_found' });
    const wrong = await server.request({ method: 'PATCH', url, payload: { name: '', color: 'red' } });
    expect(wrong.json()).toMatchObject({ errors: [{ path: 'name' }, { path: 'color' }] });
  });
});
