import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { sendRawHttp } from '../testing/raw-http.ts';
import { initializeParams } from '../testing/test-device.ts';
import { startTestHttpDevice, testBearer } from '../testing/test-http-device.ts';
import type { TestHttpDevice, TestHttpDeviceOptions } from '../testing/test-http-device.ts';

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

const raw = (port: number, bytes: string) => {
  const opened = sendRawHttp(port, bytes);
  sockets.push(opened.socket);
  return opened;
};

const initializeBody = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: initializeParams,
});

describe('limits of HTTP', () => {
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

  it('hangs up on what is no HTTP while another request of the connection waits for its answer', async () => {
    const { port, openSession } = await start();
    const sessionId = await openSession();
    const slow = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'computer.observe',
      params: { context: { operation_id: 'slow' } },
      eip_session: sessionId,
    });
    const { received, isClosed } = raw(
      port,
      `${post(`content-length: ${slow.length}\r\n`)}${slow}no HTTP\r\n\r\n`,
    );
    await eventually(isClosed).toBe(true);
    expect(received()).toBe('');
  });

  it('answers with 400 what is no HTTP after the answer to the request before', async () => {
    const { port } = await start();
    const { received, socket, isClosed } = raw(
      port,
      `${post(`content-length: ${initializeBody.length}\r\n`)}${initializeBody}`,
    );
    await eventually(received).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('no HTTP\r\n\r\n');
    await eventually(received).toContain('HTTP/1.1 400 ');
    await eventually(isClosed).toBe(true);
  });

  it('answers with 400 a body that breaks HTTP', async () => {
    const { port } = await start();
    const { received, isClosed } = raw(port, `${post('transfer-encoding: chunked\r\n')}no length\r\n`);
    await eventually(received).toMatch(/^HTTP\/1\.1 400 /);
    await eventually(isClosed).toBe(true);
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
