import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { eventually } from '../testing/eventually.ts';
import { testImage } from '../testing/test-device.ts';
import { readWhole, startTestHttpDevice } from '../testing/test-http-device.ts';
import type { TestHttpDevice } from '../testing/test-http-device.ts';
import { chunkBytes } from '../transfers/reader-transfer.ts';

vi.setConfig({ testTimeout: 30_000 });

let host: TestHttpDevice | null = null;
const responses: IncomingMessage[] = [];
afterEach(async () => {
  for (const response of responses.splice(0)) response.destroy();
  await host?.device.close();
  await host?.listener.close();
  host = null;
});

const observedSchema = z.object({ result: z.object({ reader: z.string() }) });

const start = async (image: Uint8Array) => {
  const encodeImage = () => Promise.resolve(testImage(image));
  const made = (host = await startTestHttpDevice({ overrides: { encodeImage } }));
  const sessionId = await made.openSession();
  let nextOperation = 0;
  const context = () => ({ context: { operation_id: `op-${(nextOperation += 1)}` } });
  const transfer = (reader: string) => ({
    path: '/eip/transfer',
    headers: {
      'content-type': undefined,
      'eip-session': sessionId,
      'eip-transfer-handle': reader,
      'eip-transfer-direction': 'read',
    },
  });
  const begin = async (reader: string) => {
    const response = await made.begin(transfer(reader));
    responses.push(response);
    return response;
  };
  return {
    ...made,
    sessionId,
    observe: async () =>
      observedSchema.parse(await made.call('computer.observe', context(), sessionId)).result.reader,
    close: (reader: string) => made.call('computer.close_observation', { ...context(), reader }, sessionId),
    begin,
    post: (reader: string) => made.send(transfer(reader)),
    reset: (reader: string) => made.send({ ...transfer(reader), method: 'DELETE' }),
    image: (reader: string) => made.device.findSession(sessionId)?.images.find(reader),
    transfers: () => made.device.resources.transfers,
  };
};

const small = new Uint8Array(3000).map((_, index) => index % 251);
/** Far beyond the window and all buffers of the sockets between. */
const large = new Uint8Array(24 * 1024 * 1024).map((_, index) => (index >> 8) % 251);

/** How much was produced once no more is. */
const stalled = async (produced: () => number): Promise<number> => {
  await eventually(produced).toBeGreaterThan(chunkBytes);
  let last = 0;
  const isUnchanged = (): boolean => {
    const before = last;
    last = produced();
    return last === before;
  };
  await expect.poll(isUnchanged, { timeout: 15_000, interval: 100 }).toBe(true);
  return produced();
};

const cut = (response: IncomingMessage): Promise<unknown> =>
  readWhole(response).catch((error: unknown) => error);

describe('a read over HTTP', () => {
  it('is the whole image, once, in a body whose end can be told', async () => {
    const { observe, post, close, reset } = await start(small);
    const reader = await observe();
    const answer = await post(reader);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
    });
    expect(answer.body.equals(small)).toBe(true);
    expect((await post(reader)).status).toBe(409);
    expect((await reset(reader)).status).toBe(409);
    const value = createHash('sha256').update(small).digest('hex');
    expect(await close(reader)).toMatchObject({
      result: { completion: { produced_bytes: 3000, digest: { value } } },
    });
    expect((await post(reader)).status).toBe(404);
  });

  it('takes no more of the image than the client drains', async () => {
    const { observe, begin, image } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    const produced = await stalled(() => image(reader)?.producedBytes ?? 0);
    expect(produced).toBeLessThan(large.length / 2);
    expect((await readWhole(response)).equals(large)).toBe(true);
  });

  it('takes nothing more once the client has left', async () => {
    const { observe, begin, image } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    const produced = await stalled(() => image(reader)?.producedBytes ?? 0);
    response.destroy();
    await eventually(() => image(reader)?.transferring).toBe(false);
    expect(image(reader)?.producedBytes).toBe(produced);
  });

  it('leaves a running read alone when another asks for the same', async () => {
    const { observe, begin, post } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    expect((await post(reader)).status).toBe(409);
    expect((await readWhole(response)).length).toBe(large.length);
  });

  it('is cut by DELETE', async () => {
    const { observe, begin, reset, image } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    expect((await reset(reader)).status).toBe(204);
    expect(await cut(response)).toBeInstanceOf(Error);
    expect(image(reader)?.transferring).toBe(false);
    expect((await reset(reader)).status).toBe(409);
  });

  it.each(['session.close', 'computer.close_observation'])('is cut by %s', async (method) => {
    const { observe, begin, call, close, sessionId } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    await (method === 'session.close' ? call(method, {}, sessionId) : close(reader));
    expect(await cut(response)).toBeInstanceOf(Error);
  });

  it('frees its place when the client leaves', async () => {
    const { observe, begin, image, post } = await start(large);
    const readers: string[] = [];
    for (let count = 0; count < 65; count += 1) readers.push(await observe());
    const [last = '', ...first] = readers.reverse();
    const open = await Promise.all(first.map(begin));
    expect(open.map(({ statusCode }) => statusCode)).toEqual(first.map(() => 200));
    expect((await post(last)).status).toBe(429);
    open[0]?.destroy();
    await eventually(() => image(first[0] ?? '')?.transferring).toBe(false);
    const response = await begin(last);
    expect(response.statusCode).toBe(200);
  });

  it('expires when the client takes nothing for ten minutes', async () => {
    const { observe, begin, image, clock, device, sessionId } = await start(large);
    const reader = await observe();
    const response = await begin(reader);
    await eventually(() => image(reader)?.producedBytes ?? 0).toBeGreaterThan(chunkBytes);
    for (let time = 0; time < 590_000; time += 59_000) {
      clock.advance(59_000);
      device.findSession(sessionId)?.touch();
    }
    expect(image(reader)?.transferring).toBe(true);
    clock.advance(10_000);
    expect(image(reader)?.transferring).not.toBe(true);
    expect(await cut(response)).toBeInstanceOf(Error);
  });
});
