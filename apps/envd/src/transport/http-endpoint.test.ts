import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { initializeParams, openParams } from '../testing/test-device.ts';
import { sendRawHttp } from '../testing/raw-http.ts';
import { startTestHttpDevice, testBearer } from '../testing/test-http-device.ts';
import type { HttpCall, TestHttpDevice, TestHttpDeviceOptions } from '../testing/test-http-device.ts';

vi.setConfig({ testTimeout: 30_000 });

let host: TestHttpDevice | null = null;
afterEach(async () => {
  await host?.device.close();
  await host?.listener.close();
  host = null;
});

const start = async (options?: TestHttpDeviceOptions): Promise<TestHttpDevice> =>
  (host = await startTestHttpDevice(options));

const initializeBody = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: initializeParams,
});
const openedSchema = z.object({ result: z.object({ descriptor: z.object({ session_id: z.string() }) }) });
const transferHeaders = {
  'content-type': undefined,
  'eip-session': 'session-1',
  'eip-transfer-handle': 'screen-1',
  'eip-transfer-direction': 'read',
};

describe('POST /eip/control', () => {
  it('answers each message with 200, also what the protocol refuses', async () => {
    const { send, call } = await start();
    expect(await call('device.describe', {})).toMatchObject({
      error: { data: { error_type: 'not_initialized' } },
    });
    const answer = await send({ body: initializeBody });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      id: 1,
      result: { server: { name: 'a13n-envd' } },
    });
    expect(JSON.parse((await send({ body: '{"jsonrpc":' })).body.toString())).toMatchObject({
      id: null,
      error: { code: -32700 },
    });
  });

  it('lets several clients initialize, each with its own version, and open sessions', async () => {
    const { call } = await start();
    for (const id of [1, 2])
      expect(await call('initialize', initializeParams)).toMatchObject({ id, result: {} });
    expect(await call('session.open', openParams)).toMatchObject({ result: { descriptor: {} } });
    expect(await call('session.open', { ...openParams, protocol_version: '0.2' })).toMatchObject({
      error: { data: { error_type: 'protocol_incompatible' } },
    });
  });

  it('lets any client use a session, and answers attach with its descriptor', async () => {
    const { call, openSession } = await start();
    const sessionId = await openSession();
    expect(await call('session.keepalive', {}, sessionId)).toMatchObject({ result: { alive: true } });
    expect(await call('session.attach', {}, sessionId)).toMatchObject({
      result: { descriptor: { session_id: sessionId } },
    });
    expect(await call('session.close', {}, sessionId)).toMatchObject({ result: { closed: true } });
    expect(await call('session.keepalive', {}, sessionId)).toMatchObject({
      error: { data: { error_type: 'not_found_or_denied' } },
    });
  });

  it('lets nobody attach a session of a version that the newest initialize did not choose', async () => {
    const { call } = await start();
    const both = { ...initializeParams, supported_protocol_versions: ['0.100', '0.1'] };
    const sessionOf = async (version: string): Promise<string> => {
      const opened = await call('session.open', { ...openParams, protocol_version: version });
      return openedSchema.parse(opened).result.descriptor.session_id;
    };
    const refused = {
      error: { data: { error_type: 'protocol_incompatible', field: 'eip_session' } },
    };
    await call('initialize', both);
    const modern = await sessionOf('0.100');
    await call('initialize', initializeParams);
    const old = await sessionOf('0.1');
    expect(await sessionOf('0.100')).not.toBe(modern);
    expect(await call('session.attach', {}, modern)).toMatchObject(refused);
    expect(await call('session.attach', {}, old)).toMatchObject({ result: {} });
    await call('initialize', both);
    expect(await call('session.attach', {}, old)).toMatchObject(refused);
    expect(await call('session.attach', {}, modern)).toMatchObject({ result: {} });
  });

  it('lets an operation go on whose client left, and keeps its answer', async () => {
    const { call, openSession, desktops, port } = await start();
    const sessionId = await openSession();
    const observed = await call('computer.observe', { context: { operation_id: 'look' } }, sessionId);
    expect(observed).toMatchObject({ result: {} });
    const observationId = JSON.stringify(observed).match(/observation-\d+/)?.[0] ?? '';
    const params = {
      context: { operation_id: 'drag' },
      observation_id: observationId,
      start: { x: 1, y: 1 },
      end: { x: 50, y: 50 },
      button: 'left',
      duration_ms: 300,
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'computer.drag',
      params,
      eip_session: sessionId,
    });
    const head = `POST /eip/control HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${testBearer}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const { socket } = sendRawHttp(port, head + body);
    const receipt = () =>
      call(
        'receipt.get',
        { context: { operation_id: `r-${Math.random()}` }, operation_id: 'drag' },
        sessionId,
      );
    await expect
      .poll(receipt, { timeout: 15_000 })
      .toMatchObject({ result: { receipt: { operation_id: 'drag' } } });
    socket.destroy();
    await expect
      .poll(receipt, { timeout: 15_000 })
      .toMatchObject({ result: { receipt: { outcome: 'succeeded' } } });
    expect(await call('computer.drag', params, sessionId)).toMatchObject({ result: { effect: 'executed' } });
    expect(desktops).toHaveLength(1);
  });
});

describe('what is no request of the carrier', () => {
  it.each<[string, HttpCall, number]>([
    ['no credential', { headers: { authorization: undefined } }, 401],
    ['another credential', { headers: { authorization: `Bearer ${'x'.repeat(64)}` } }, 401],
    ['no credential on an unknown path', { path: '/', headers: { authorization: undefined } }, 401],
    ['an unknown path', { path: '/eip' }, 404],
    ['a query', { path: '/eip/control?x' }, 404],
    ['the preflight of a browser', { method: 'OPTIONS' }, 405],
    ['GET', { method: 'GET' }, 405],
    ['PUT of a transfer', { method: 'PUT', path: '/eip/transfer' }, 405],
    ['text', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['no type', { headers: { 'content-type': undefined }, body: '{}' }, 415],
    ['an encoding', { headers: { 'content-encoding': 'gzip' }, body: '{}' }, 415],
    ['a session header', { headers: { 'eip-session': 's' }, body: '{}' }, 400],
    ['an empty body', { body: '' }, 400],
    ['a body that is not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 400],
    ['the name of another machine', { headers: { host: 'evil.example' }, body: initializeBody }, 400],
    ['a transfer without headers', { path: '/eip/transfer', headers: { 'content-type': undefined } }, 400],
    ['a foreign header', { path: '/eip/transfer', headers: { ...transferHeaders, 'eip-offset': '1' } }, 400],
    [
      'a doubled header',
      { path: '/eip/transfer', headers: { ...transferHeaders, 'eip-session': ['a', 'b'] } },
      400,
    ],
    [
      'no direction',
      { path: '/eip/transfer', headers: { ...transferHeaders, 'eip-transfer-direction': 'up' } },
      400,
    ],
    ['a read with a body', { path: '/eip/transfer', headers: transferHeaders, body: 'x' }, 400],
    [
      'a read as JSON',
      { path: '/eip/transfer', headers: { ...transferHeaders, 'content-type': 'application/json' } },
      415,
    ],
    ['an unknown session', { path: '/eip/transfer', headers: transferHeaders }, 404],
    ['a reset of nothing known', { method: 'DELETE', path: '/eip/transfer', headers: transferHeaders }, 404],
    [
      'a write, as nothing is written here',
      {
        path: '/eip/transfer',
        headers: {
          ...transferHeaders,
          'content-type': 'application/octet-stream',
          'eip-transfer-direction': 'write',
        },
        body: 'x',
      },
      404,
    ],
  ])('%s', async (_name, call, status) => {
    const { send } = await start();
    const answer = await send(call);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    const isTransfer = call.path === '/eip/transfer';
    expect(answer.headers.allow).toBe(status === 405 ? (isTransfer ? 'POST, DELETE' : 'POST') : undefined);
    expect(answer.body.toString()).not.toContain(testBearer);
  });
});
