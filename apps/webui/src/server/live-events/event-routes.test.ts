import { request as httpRequest } from 'node:http';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../shared/events.ts';
import { textOf } from '../testing/event-reader.ts';
import { eventually, startTestServer, type TestServer } from '../testing/start-test-server.ts';

const event = (number: number): LiveEvent => ({ type: 'thread_deleted', thread_id: String(number) });

describe('GET /api/events', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ eventTimes: { heartbeatMs: 30, stallMs: 200 } });
  });
  afterEach(() => server.close());

  async function open(path = '/api/events', headers: Record<string, string> = {}) {
    const stop = new AbortController();
    const response = await fetch(`${server.origin}${path}`, {
      headers: { cookie: server.cookie, ...headers },
      signal: stop.signal,
    });
    const stream = { response, text: '', ended: false, close: () => stop.abort() };
    const read = async () => {
      try {
        for await (const piece of textOf(response)) stream.text += piece;
      } finally {
        stream.ended = true;
      }
    };
    read().catch(() => undefined);
    return stream;
  }
  const connections = () => promisify(server.app.server.getConnections.bind(server.app.server))();
  const contains = (stream: { text: string }, part: string) =>
    eventually(() => (stream.text.includes(part) ? true : undefined));

  it('streams events with their ids and asks to reconnect soon', async () => {
    const stream = await open();
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toContain('no-store');
    await contains(stream, 'retry: 1000\n\n');
    await server.context.events.publish(event(7));
    await contains(stream, 'id: 1\ndata: {"type":"thread_deleted","thread_id":"7"}\n\n');
    stream.close();
  });

  it('makes each event into text once, and sends the same bytes to all who listen or come back', async () => {
    let made = 0;
    const counted = (number: number) => ({
      ...event(number),
      toJSON: () => {
        made += 1;
        return event(number);
      },
    });
    const listeners = [await open(), await open()];
    for (const stream of listeners) await contains(stream, 'retry: 1000\n\n');
    for (const number of [1, 2, 3]) await server.context.events.publish(counted(number));
    listeners.push(await open('/api/events', { 'last-event-id': '0' }));
    for (const stream of listeners) await contains(stream, 'id: 3\n');
    const frames = [1, 2, 3].map((number) => `id: ${number}\ndata: ${JSON.stringify(event(number))}\n\n`);
    for (const { text } of listeners) {
      expect(text.replaceAll(': heartbeat\n\n', '')).toBe(['retry: 1000\n\n', ...frames].join(''));
    }
    expect(made).toBe(3);
    for (const stream of listeners) stream.close();
  });

  it('resumes after Last-Event-ID, which wins over ?after', async () => {
    for (const number of [1, 2, 3, 4]) await server.context.events.publish(event(number));
    const stream = await open('/api/events?after=0', { 'last-event-id': '2' });
    await contains(stream, 'id: 4\n');
    expect(stream.text.match(/^id: \d+$/gm)).toEqual(['id: 3', 'id: 4']);
    const after = await open('/api/events?after=3');
    await contains(after, 'id: 4\n');
    expect(after.text).not.toContain('id: 3\n');
    stream.close();
    after.close();
  });

  it('tells a page to start over when the log does not reach back', async () => {
    await server.context.events.publish(event(1));
    const stream = await open('/api/events?after=900');
    await contains(stream, 'id: 1\nevent: reset\ndata: {}\n\n');
    stream.close();
  });

  it('misses and repeats nothing however often the connection breaks while events come', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.integer({ min: 1, max: 60 }), async (lengths, count) => {
        const first = await server.context.events.lastEventId();
        const publishing = Promise.all(
          Array.from({ length: count }, (_, number) => server.context.events.publish(event(number))),
        );
        const ids: number[] = [];
        for (let turn = 0; ids.length < count; turn += 1) {
          const wanted = Math.min(lengths[turn % lengths.length] ?? 1, count - ids.length);
          const stream = await open('/api/events', { 'last-event-id': String(ids.at(-1) ?? first) });
          const seen = await eventually(() => {
            const complete = Array.from(stream.text.matchAll(/^id: (\d+)\ndata: .*\n\n/gm), ([, id]) =>
              Number(id),
            );
            return complete.length >= wanted ? complete : undefined;
          });
          stream.close();
          ids.push(...seen.slice(0, wanted));
        }
        await publishing;
        expect(ids).toEqual(Array.from({ length: count }, (_, index) => first + index + 1));
      }),
      { numRuns: 8 },
    );
  });

  it('keeps a quiet stream open by comments', async () => {
    const stream = await open();
    await contains(stream, ': heartbeat\n\n: heartbeat\n\n');
    stream.close();
  });

  it('ends the stream of a session that ended', async () => {
    const stream = await open();
    await server.request({ method: 'DELETE', url: '/api/session' });
    await eventually(() => (stream.ended ? true : undefined));
  });

  it('tells a session that ended nothing more, also where events never pause', async () => {
    await server.close();
    server = await startTestServer({ eventTimes: { heartbeatMs: 60_000 } });
    const stream = await open();
    await server.context.events.publish(event(1));
    await contains(stream, 'id: 1\n');
    await server.request({ method: 'DELETE', url: '/api/session' });
    await server.context.events.publish(event(2));
    await eventually(() => (stream.ended ? true : undefined));
    expect(stream.text).not.toContain('id: 2\n');
  });

  it.each(['/api/events?after=x', '/api/events?after=-1', '/api/events?since=1'])(
    'refuses %s',
    async (path) => {
      const stream = await open(path);
      expect(stream.response.status).toBe(400);
    },
  );

  it('refuses a Last-Event-ID that is none', async () => {
    expect((await open('/api/events', { 'last-event-id': 'abc' })).response.status).toBe(400);
  });

  it('closes a reader that takes nothing, who then resumes where it was', async () => {
    const stalled = httpRequest(`${server.origin}/api/events?after=0`, {
      headers: { cookie: server.cookie },
    });
    stalled.on('response', (response) => response.pause());
    stalled.on('error', () => undefined);
    stalled.end();
    const big: LiveEvent = { type: 'thread_deleted', thread_id: 'x'.repeat(1_000_000) };
    for (let count = 0; count < 20; count += 1) await server.context.events.publish(big);
    await eventually(async () => ((await connections()) === 1 ? true : undefined));
    await eventually(async () => ((await connections()) === 0 ? true : undefined));
    stalled.destroy();
    const resumed = await open('/api/events?after=19');
    await contains(resumed, 'id: 20\n');
    resumed.close();
  });

  it('ends when the server stops', async () => {
    const stream = await open();
    await contains(stream, 'retry');
    await server.close();
    await eventually(() => (stream.ended ? true : undefined));
    server = await startTestServer();
  });
});
