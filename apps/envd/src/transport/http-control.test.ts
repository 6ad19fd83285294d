import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { eventually } from '../testing/eventually.ts';
import { sendRawHttp } from '../testing/raw-http.ts';
import { createHttpControl } from './http-control.ts';

vi.setConfig({ testTimeout: 30_000 });
setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ input: [], output: z.void() }).parse(runInNewContext('gc'));
const mebibyte = 1024 * 1024;

const heldMebibytes = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / mebibyte;
};

const sockets: Socket[] = [];
const server = createServer();
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

it('keeps no body while its answer is awaited, and takes more of them than may come at once', async () => {
  let asked = 0;
  let proceed: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (proceed = resolve));
  const control = createHttpControl(() => {
    asked += 1;
    return gate.then(() => '{}');
  });
  server.on('request', (request, response) => void control(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = z.object({ port: z.number() }).parse(server.address()).port;
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${8 * mebibyte}\r\n\r\n`;
  const body = Buffer.alloc(8 * mebibyte, 'x');
  const before = heldMebibytes();
  const clients = [];
  for (let count = 1; count <= 12; count += 1) {
    const client = sendRawHttp(port, head);
    sockets.push(client.socket);
    client.socket.write(body);
    clients.push(client);
    await eventually(() => asked).toBe(count);
  }
  await expect.poll(() => heldMebibytes() - before).toBeLessThan(16);
  proceed();
  for (const { received } of clients) await eventually(received).toMatch(/^HTTP\/1\.1 200 /);
});
