import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { initializeParams, openParams } from '../testing/test-device.ts';
import { startTestHttpDevice, testBearer } from '../testing/test-http-device.ts';
import type { HttpCall, TestHttpDevice, TestHttpDeviceOptions } from '../testing/test-http-device.ts';

vi.setConfig({ testTimeout: 30_000 });

let host: TestHttpDevice | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await host?.device.close();
  await host?.listener.close();
  host = null;
});

const start = async (options?: TestHttpDeviceOptions): Promise<TestHttpDevice> =>
  (host = await startTestHttpDevice(options));

/** What a socket gets for these bytes, until it is closed or the text is there. */
const raw = (port: number, bytes: string) => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  let closed = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined).on('close', () => (closed = true));
  socket.write(bytes);
  return { socket, received: () => received, isClosed: () => closed };
};

const initializeBody = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: initializeParams,
});
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
    const { socket } = raw(port, head + body);
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

describe('limits', () => {
  const post = (length: string) =>
    `POST /eip/control HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${testBearer}\r\ncontent-type: application/json\r\n${length}\r\n`;

  it('refuses a body over 16 MiB before it is sent', async () => {
    const { port } = await start();
    const { received } = raw(port, post('content-length: 16777217\r\nexpect: 100-continue\r\n'));
    await eventually(received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each(['authorization: Bearer x', 'content-type: text/plain', 'host: evil.example'])(
    'refuses a second %s, by which somebody before it might go',
    async (line) => {
      const { port } = await start();
      const { received, isClosed } = raw(port, `${post(`content-length: 2\r\n${line}\r\n`)}{}`);
      await eventually(received).toMatch(/^HTTP\/1\.1 400 /);
      await eventually(isClosed).toBe(true);
    },
  );

  it('asks for a body that it takes', async () => {
    const { port } = await start();
    const { received, socket } = raw(
      port,
      post(`content-length: ${initializeBody.length}\r\nexpect: 100-continue\r\n`),
    );
    await eventually(received).toContain('HTTP/1.1 100 Continue');
    socket.write(initializeBody);
    await eventually(received).toContain('HTTP/1.1 200 OK');
  });

  it('refuses a body of unknown length as soon as it is too long', async () => {
    const { port } = await start();
    const { received, socket } = raw(port, post('transfer-encoding: chunked\r\n'));
    const mebibyte = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    for (let count = 0; count < 17; count += 1) socket.write(mebibyte);
    await eventually(received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('holds no more than 64 MiB of bodies that are on their way', async () => {
    const { port, call } = await start();
    const part = 'x'.repeat(13 * 1024 * 1024);
    const slow = Array.from({ length: 5 }, () => raw(port, `${post('content-length: 16000000\r\n')}${part}`));
    await eventually(() =>
      slow.filter(({ received }) => received().startsWith('HTTP/1.1 429 ')),
    ).toHaveLength(1);
    for (const { socket } of slow) socket.destroy();
    await eventually(() => slow.every(({ isClosed }) => isClosed())).toBe(true);
    await expect.poll(() => call('initialize', initializeParams)).toMatchObject({ result: {} });
  });

  it('answers what is no HTTP with 400 and hangs up', async () => {
    const { port } = await start();
    for (const bytes of [
      '\u0016\u0003\u0001',
      post('content-length: 1\r\ncontent-length: 2\r\n'),
      'GET / HTTP/1.1\r\n\r\n',
    ]) {
      const { received, isClosed } = raw(port, bytes);
      await eventually(received).toMatch(/^HTTP\/1\.1 400 /);
      await eventually(isClosed).toBe(true);
    }
  });

  it('refuses headers over 8 KiB', async () => {
    const { port } = await start();
    const { received, isClosed } = raw(port, `GET / HTTP/1.1\r\nx: ${'y'.repeat(9000)}`);
    await eventually(received).toMatch(/^HTTP\/1\.1 400 /);
    await eventually(isClosed).toBe(true);
  });

  it('ends a connection that shows no credential, once its request was sent', async () => {
    const { port, send } = await start();
    const head = 'POST /eip/control HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\n';
    const { socket, received, isClosed } = raw(port, head);
    let failed = false;
    socket.on('error', () => (failed = true));
    // A later request is answered, and this one is not yet.
    expect((await send({ body: initializeBody })).status).toBe(200);
    expect(received()).toBe('');
    socket.write('body');
    await eventually(received).toMatch(/^HTTP\/1\.1 401 /);
    await eventually(isClosed).toBe(true);
    expect(failed).toBe(false);
  });

  it.each([
    ['connects and says nothing', ''],
    ['does not finish its headers', 'POST /eip/control HTTP/1.1\r\nhost: loc'],
    ['does not finish its body', `${post('content-length: 100\r\n')}{`],
    [
      'shows no credential and does not go on',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n',
    ],
  ])('gives up a client that %s', async (_name, bytes) => {
    const { port } = await start({ hurried: true });
    const { received, isClosed } = raw(port, bytes);
    await eventually(isClosed).toBe(true);
    expect(received()).toMatch(/^(?:$|HTTP\/1\.1 40[01] )/);
  });

  it('works on no more than 512 requests at once', async () => {
    const { port, send } = await start();
    const waiting = Array.from({ length: 512 }, () =>
      raw(port, post('content-length: 100\r\nexpect: 100-continue\r\n')),
    );
    await eventually(() => waiting.every(({ received }) => received().startsWith('HTTP/1.1 100 '))).toBe(
      true,
    );
    expect((await send({ body: initializeBody })).status).toBe(429);
    waiting[0]?.socket.destroy();
    await expect
      .poll(async () => (await send({ body: initializeBody })).status, { timeout: 15_000 })
      .toBe(200);
  });
});
