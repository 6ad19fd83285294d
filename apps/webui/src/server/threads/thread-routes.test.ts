import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { threadListSchema, threadSchema, transcriptSchema } from '../../shared/threads.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;

beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server.close());

async function createThread(title?: string) {
  server.clock.advance(1000);
  return server.expect([201, threadSchema], ['POST', '/api/threads', title === undefined ? {} : { title }]);
}

describe('a conversation', () => {
  it('is listed by its last change and can be renamed', async () => {
    const first = await createThread();
    const second = await createThread('Invoices');
    expect(first.title).toBe('New conversation');
    server.clock.advance(1000);
    const url = `/api/threads/${first.thread_id}`;
    const renamed = await server.expect([200, threadSchema], ['PATCH', url, { title: 'Letters' }]);
    const { threads } = await server.expect([200, threadListSchema], ['GET', '/api/threads']);
    expect(threads).toEqual([renamed, second]);
    expect(await server.expect([200, threadSchema], ['GET', url])).toEqual(renamed);
  });

  it('has a transcript that says up to which event it goes', async () => {
    const thread = await createThread();
    const url = `/api/threads/${thread.thread_id}/transcript`;
    const transcript = await server.expect([200, transcriptSchema], ['GET', url]);
    expect(transcript).toEqual({
      thread,
      runs: [],
      messages: [],
      calls: [],
      approvals: [],
      last_event_id: await server.context.events.lastEventId(),
    });
    await createThread();
    const later = await server.expect([200, transcriptSchema], ['GET', url]);
    expect(later.last_event_id).toBe(transcript.last_event_id + 1);
  });

  it('is gone once it is deleted', async () => {
    const { thread_id } = await createThread();
    const url = `/api/threads/${thread_id}`;
    expect((await server.request('DELETE', url)).status).toBe(204);
    expect((await server.request('DELETE', url)).status).toBe(404);
    expect((await server.request('GET', `${url}/transcript`)).status).toBe(404);
    expect((await server.request('POST', `${url}/runs`, { agent: 'operator' })).status).toBe(404);
  });
});
