import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { listen, startTestWebUi } from '../testing/test-web-ui.ts';
import type { TestWebUi, TestWebUiOptions } from '../testing/test-web-ui.ts';
import { dialHost } from './reverse-web-socket.ts';

vi.setConfig({ testTimeout: 30_000 });

let webUi: TestWebUi | null = null;
afterEach(() => webUi?.close());

const start = async (options?: TestWebUiOptions) => {
  const started = await startTestWebUi(options);
  webUi = started;
  const clock = createFakeClock();
  const controller = new AbortController();
  const dial = () =>
    dialHost({
      url: `${started.origin.replace('http', 'ws')}/api/devices/device-a/connect`,
      credential: 'c0'.repeat(32),
      clock,
      signal: controller.signal,
    });
  return { webUi: started, clock, controller, dial };
};

describe('dialHost', () => {
  it('offers eip.v1 and no extension, with the credential in the header only', async () => {
    const { webUi: host, dial } = await start();
    const transport = await dial();
    const request = host.upgrades[0];
    expect(request?.url).toBe('/api/devices/device-a/connect');
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${'c0'.repeat(32)}`,
      'sec-websocket-protocol': 'eip.v1',
    });
    expect(request?.headers['sec-websocket-extensions']).toBeUndefined();
    transport.close();
  });

  it('gives up on a Host that has not answered after 10 s, and may try again', async () => {
    const server = createServer();
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 '));
    const origin = await listen(server);
    const clock = createFakeClock();
    const { signal } = new AbortController();
    const dialed = dialHost({ url: origin.replace('http', 'ws'), credential: 'c0', clock, signal });
    const outcome = expect(dialed).rejects.toMatchObject({ name: 'DialError', fatal: false });
    clock.advance(10_000);
    await outcome;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    [401, true],
    [403, true],
    [302, true],
    [503, false],
    [404, false],
    [429, false],
  ])('F7 takes HTTP %d as fatal: %s', async (status, fatal) => {
    const { webUi: host, dial } = await start();
    host.setUpgradeStatus(status);
    await expect(dial()).rejects.toMatchObject({ name: 'DialError', fatal });
    expect(host.upgrades).toHaveLength(1);
  });

  it.each([false, 'eip.v2'] as const)('is not content with the subprotocol %s', async (subprotocol) => {
    const { dial } = await start({ subprotocol });
    await expect(dial()).rejects.toThrow('did not select the subprotocol eip.v1');
  });

  it('tries again later when nobody listens', async () => {
    const { webUi: host, dial } = await start();
    await host.close();
    await expect(dial()).rejects.toMatchObject({ fatal: false });
  });

  it('stops connecting when told to', async () => {
    const { dial, controller } = await start();
    controller.abort();
    await expect(dial()).rejects.toMatchObject({ fatal: false });
  });

  it('carries text and bytes both ways, in order', async () => {
    const { webUi: host, dial } = await start();
    const transport = await dial();
    const received: string[] = [];
    transport.onMessage((message) =>
      received.push(message.kind === 'text' ? message.text : Buffer.from(message.bytes).toString('hex')),
    );
    host.sockets[0]?.send('héllo');
    host.sockets[0]?.send(new Uint8Array([0, 255]));
    await eventually(() => received).toEqual(['héllo', '00ff']);
    const echoed: string[] = [];
    host.sockets[0]?.on('message', (data: Buffer, isBinary) =>
      echoed.push(`${String(isBinary)} ${data.toString('utf8')}`),
    );
    transport.sendText('answer');
    transport.sendBytes(new Uint8Array([65]));
    await eventually(() => echoed).toEqual(['false answer', 'true A']);
    transport.close();
  });

  it('keeps what came together with the upgrade until somebody listens', async () => {
    const server = createServer().on('upgrade', ({ headers }, socket) => {
      const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const lines = [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`,
        'Sec-WebSocket-Protocol: eip.v1',
        '\r\n',
      ];
      const frames = [0x81, 0x03, ...Buffer.from('one'), 0x81, 0x03, ...Buffer.from('two')];
      socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(frames)]));
    });
    const origin = await listen(server);
    const url = origin.replace('http', 'ws');
    const signal = AbortSignal.timeout(10_000);
    const transport = await dialHost({ url, credential: 'c0', clock: createFakeClock(), signal });
    await new Promise((resolve) => setImmediate(resolve));
    const received: string[] = [];
    transport.onMessage((message) => received.push(message.kind === 'text' ? message.text : 'bytes'));
    await eventually(() => received).toEqual(['one', 'two']);
    transport.close();
    server.close();
    server.closeAllConnections();
  });

  it('pings every 20 s and stays while pongs come', async () => {
    const { webUi: host, dial, clock } = await start();
    const transport = await dial();
    let pings = 0;
    host.sockets[0]?.on('ping', () => (pings += 1));
    for (let count = 1; count <= 3; count += 1) {
      clock.advance(20_000);
      await eventually(() => pings).toBe(count);
    }
    expect(host.sockets[0]?.readyState).toBe(1);
    transport.close();
  });

  it('gives up when no pong comes within 10 s', async () => {
    const { dial, clock } = await start({ autoPong: false });
    const transport = await dial();
    const closed = new Promise((resolve) => transport.onClose(resolve));
    clock.advance(20_000);
    clock.advance(10_000);
    expect(await closed).toMatchObject({ code: 1006 });
    expect(transport.brokenFraming).toBe(false);
  });

  it('knows when the WebSocket format itself was broken', async () => {
    const { webUi: host, dial } = await start();
    const transport = await dial();
    const closed = new Promise((resolve) => transport.onClose(resolve));
    // Opcode 3 is reserved.
    host.rawSockets[0]?.write(Buffer.from([0x83, 0x00]));
    await closed;
    expect(transport.brokenFraming).toBe(true);
  });
});
