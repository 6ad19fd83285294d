import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { eventually } from '../testing/eventually.ts';
import { sendRawHttp } from '../testing/raw-http.ts';
import { createTestDevice } from '../testing/test-device.ts';
import { testBearer } from '../testing/test-http-device.ts';
import { createHttpEndpoint } from './http-endpoint.ts';

it('cuts a response that began before it was refused', async () => {
  const { device, clock } = createTestDevice();
  const endpoint = createHttpEndpoint({
    answer: () => Promise.resolve('{}'),
    findSession: () => null,
    credential: testBearer,
    isLoopback: false,
    clock,
    log: device.resources.log,
  });
  const server = createServer((request, response) => {
    endpoint(request, response);
    response.writeHead(200).flushHeaders();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const { received, isClosed } = sendRawHttp(port, 'POST /eip/control HTTP/1.1\r\nhost: x\r\n\r\n');
  await eventually(isClosed).toBe(true);
  expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  expect(received()).not.toContain('0\r\n\r\n');
  server.close();
});
