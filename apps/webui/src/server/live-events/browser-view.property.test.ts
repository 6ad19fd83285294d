import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../shared/events.ts';
import { exampleRun } from '../../shared/testing/example-transcript.ts';
import { threadSchema, transcriptSchema } from '../../shared/threads.ts';
import { createMessageJournal } from '../runs/message-journal.ts';
import { createRunRepository } from '../runs/run-repository.ts';
import { openEvents, type ReadEvent } from '../testing/event-reader.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { announceChange } from '../threads/announced-change.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

let server: TestServer;
let threadId: string;

beforeEach(async () => {
  server = await startTestServer();
  threadId = (await server.expect([201, threadSchema], ['POST', '/api/threads', {}])).thread_id;
  await startRun('r1');
});
afterEach(() => server.close());

async function startRun(runId: string): Promise<void> {
  const run = { ...exampleRun, run_id: runId, thread_id: threadId };
  await announceChange(server.context, async (transaction) => {
    await createRunRepository(transaction).insert(run);
    return { result: undefined, events: [{ type: 'run', run }] };
  });
}

/** What a model says, as a run stores and announces it. */
async function say(messageId: string, parts: readonly string[], runId = 'r1'): Promise<void> {
  const journal = createMessageJournal(server.context);
  const place = { message_id: messageId, run_id: runId, thread_id: threadId };
  await journal.begin({ ...place, role: 'assistant', text: '', state: 'streaming' });
  let offset = 0;
  for (const text of parts) {
    await journal.grow(messageId, { offset, text });
    offset += text.length;
  }
  await journal.settle(messageId, 'finished');
}

const transcript = () =>
  server.expect([200, transcriptSchema], ['GET', `/api/threads/${threadId}/transcript`]);

/** A page: it reads the transcript, then follows; ids only grow by one, and texts only from where they were. */
class Page {
  readonly texts = new Map<string, string>();
  lastId = 0;
  resets = 0;

  async load(): Promise<void> {
    const read = await transcript();
    this.texts.clear();
    for (const message of read.messages) this.texts.set(message.message_id, message.text);
    this.lastId = read.last_event_id;
  }

  async apply({ id, event }: ReadEvent): Promise<void> {
    if (event === 'reset') {
      this.resets += 1;
      return this.load();
    }
    // A transcript read meanwhile may hold what comes again.
    if (id <= this.lastId) return;
    expect(id).toBe(this.lastId + 1);
    this.lastId = id;
    if (event.type === 'message') this.texts.set(event.message.message_id, event.message.text);
    if (event.type !== 'message_delta') return;
    const { message_id, offset, text } = event.delta;
    const known = this.texts.get(message_id) ?? '';
    expect(offset).toBe(known.length);
    this.texts.set(message_id, known + text);
  }

  /** Follows to the event `last`; the connection breaks after each of `cuts` events, in turn. */
  async follow(last: () => Promise<number>, cuts: readonly number[]): Promise<void> {
    for (let turn = 0; this.lastId < (await last()); turn += 1) {
      const events = await openEvents(server, this.lastId);
      for (let left = cuts[turn % cuts.length] ?? 1; left > 0 && this.lastId < (await last()); left -= 1) {
        const read = await events.next();
        if (read === undefined) break;
        await this.apply(read);
      }
      events.close();
    }
  }
}

describe('what pages show', () => {
  it('equals the transcript, however often and wherever each connection breaks', async () => {
    const word = fc.string({
      minLength: 1,
      maxLength: 12,
      unit: fc.constantFrom('a', '\n', '\0', 'é', '你', '👩‍💻', '\uD83D', '"', '\\'),
    });
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    let position = 0;
    await fc.assert(
      fc.asyncProperty(texts, pages, async (messages, cutsOfPages) => {
        let isWritten = false;
        const last = async () => (isWritten ? server.context.events.lastEventId() : Number.MAX_SAFE_INTEGER);
        const shown = cutsOfPages.map(() => new Page());
        await Promise.all(shown.map((page) => page.load()));
        const writing = (async () => {
          for (const parts of messages) {
            position += 1;
            await say(`m-${String(position)}`, parts);
          }
          isWritten = true;
          // Wakes pages that wait for more than there is.
          await server.context.events.publish({ type: 'thread_deleted', thread_id: 'another' });
        })();
        await Promise.all([
          writing,
          ...shown.map((page, index) => page.follow(last, cutsOfPages[index] ?? [1])),
        ]);
        const read = await transcript();
        const expected = new Map(read.messages.map(({ message_id, text }) => [message_id, text]));
        for (const page of shown) expect(page.texts).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  it('goes on after the server was started anew, with ids that still grow', async () => {
    const page = new Page();
    await page.load();
    await say('before', ['one ', 'two']);
    const before = await server.context.events.lastEventId();
    await server.stop();
    server = await server.startNext();
    await startRun('r2');
    await say('after', ['three'], 'r2');
    const last = await server.context.events.lastEventId();
    expect(last).toBeGreaterThan(before);
    await page.follow(() => Promise.resolve(last), [2]);
    expect(page.texts).toEqual(
      new Map([
        ['before', 'one two'],
        ['after', 'three'],
      ]),
    );
    expect(page.resets).toBe(0);
  });

  it('is read anew by a page that was away for longer than the log reaches back', async () => {
    const page = new Page();
    await page.load();
    await say('m', ['long ago']);
    const last = await server.context.events.lastEventId();
    await server.context.database.deleteFrom('events').where('event_id', '<', last).execute();
    await server.stop();
    server = await server.startNext();
    await page.follow(() => server.context.events.lastEventId(), [1]);
    expect([page.resets, page.texts.get('m')]).toEqual([1, 'long ago']);
  });

  it('comes to every other page while one takes nothing, for whom nothing is kept', async () => {
    const sockets: Socket[] = [];
    server.app.server.on('connection', (socket) => sockets.push(socket));
    const after = await server.context.events.lastEventId();
    const stalled = httpRequest(`${server.origin}/api/events?after=${after}`, {
      headers: { cookie: server.cookie },
    });
    const answered = once(stalled, 'response');
    stalled.on('error', () => undefined);
    stalled.end();
    await answered;
    const count = 40;
    const big: LiveEvent = { type: 'thread_deleted', thread_id: 'x'.repeat(1_000_000) };
    const others = await Promise.all([1, 2, 3].map(() => openEvents(server, after)));
    const reading = others.map(async (events) => {
      const ids: (number | undefined)[] = [];
      while (ids.length < count) ids.push((await events.next())?.id);
      events.close();
      return ids;
    });
    for (let index = 0; index < count; index += 1) await server.context.events.publish(big);
    const expected = Array.from({ length: count }, (_, index) => after + index + 1);
    expect(await Promise.all(reading)).toEqual(others.map(() => expected));
    const waiting = sockets.map((socket) => socket.writableLength);
    expect(Math.max(...waiting)).toBeLessThan(count * 250_000);
    stalled.destroy();
  });
});
