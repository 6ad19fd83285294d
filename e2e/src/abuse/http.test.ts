import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startHttpDaemon, type HttpDaemon } from '../carriers/http-daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import { createTeardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';
import { expectMemoryBelow, initializeText, requestText } from './abused-daemon.ts';
import { residentMebibytes } from './memory.ts';

const suite = createTeardown();
let desktop: DisposableDesktop;
let daemon: HttpDaemon;

beforeAll(async () => {
  desktop = await startDisposableDesktop({ teardown: suite });
  daemon = await startHttpDaemon({ environment: desktop.environment, teardown: suite });
});
afterAll(async () => {
  expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });
  await suite.close();
});

type Client = { readonly socket: Socket; readonly said: () => string; readonly closed: Promise<void> };

async function dial(): Promise<Client> {
  const socket = connect(Number(new URL(daemon.url).port), '127.0.0.1');
  suite.defer(() => void socket.destroy());
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, said: () => said, closed };
}

const head = (length: number): string =>
  [
    'POST /eip/control HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${bearer}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
const wholeRequest = (text: string): string => head(Buffer.byteLength(text)) + text;

const statuses = (said: string): number[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

async function stillServes(): Promise<void> {
  const response = await fetch(`${daemon.url}/eip/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: initializeText,
    signal: AbortSignal.timeout(20_000),
  });
  expect(await response.json()).toMatchObject({ id: 1, result: { server: { name: 'a13n-envd' } } });
  const odd = daemon.program.errors.find((line) => /internal fault|inside the daemon|unhandled/i.test(line));
  expect(odd).toBeUndefined();
}

describe('a client of the daemon over HTTP', () => {
  it('is answered when each byte is a packet', async () => {
    const client = await dial();
    client.socket.setNoDelay(true);
    for (const byte of Buffer.from(wholeRequest(initializeText))) client.socket.write(Buffer.of(byte));
    await eventually(() => (client.said().includes('"id":1') ? true : undefined), { what: 'the answer' });
    expect(statuses(client.said())).toEqual([200]);
  });

  it.each([
    ['one header of 1 MiB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(2 ** 20)}\r\n\r\n`],
    ['ten thousand headers', `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
    ['a path of 1 MiB', `GET /${'x'.repeat(2 ** 20)} HTTP/1.1\r\n\r\n`],
    ['garbage', '\x16\x03\x01\x02\x00'.repeat(100)],
    ['a negative length', head(-1)],
    ['a length of forty digits', head(0).replace('Length: 0', `Length: ${'9'.repeat(40)}`)],
    ['more than it announced', `${head(2)}{}${'x'.repeat(5000)}`],
  ])('that sends %s is refused and hung up on', async (_case, bytes) => {
    const client = await dial();
    client.socket.write(bytes);
    await client.closed;
    for (const status of statuses(client.said())) expect([200, 400, 401, 413, 431]).toContain(status);
    await stillServes();
  });

  it('that announces more than it sends is waited for, and others are served meanwhile', async () => {
    const client = await dial();
    client.socket.write(head(1000) + initializeText);
    client.socket.end();
    await stillServes();
    await client.closed;
    expect(statuses(client.said()).every((status) => status === 400)).toBe(true);
  });

  it('does not keep others out with 500 requests that never end, and is hung up on', async () => {
    const before = residentMebibytes(daemon.program.pid);
    const clients = await Promise.all(Array.from({ length: 500 }, dial));
    for (const { socket } of clients) socket.write('POST /eip/control HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await stillServes();
    const drip = setInterval(() => {
      for (const { socket } of clients) socket.write('y');
    }, 1000);
    await Promise.all(clients.map(({ closed }) => closed));
    clearInterval(drip);
    await stillServes();
    expectMemoryBelow(daemon.program, before, 256);
  }, 60_000);

  it('may leave thousands of answers unread', async () => {
    const before = residentMebibytes(daemon.program.pid);
    const client = await dial();
    client.socket.pause();
    const request = wholeRequest(requestText(2, 'device.describe'));
    for (let count = 0; count < 100; count += 1) client.socket.write(request.repeat(100));
    await stillServes();
    expectMemoryBelow(daemon.program, before, 256);
    client.socket.destroy();
    await stillServes();
  }, 60_000);
});
