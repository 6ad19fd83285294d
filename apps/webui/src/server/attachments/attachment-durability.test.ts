import type * as FileSystem from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEvents } from '../testing/event-reader.ts';
import { bind, operatorOf } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** Steps at the files of screenshots, and what one of them waits for. */
const disk = vi.hoisted(() => ({
  steps: Array.of<string>(),
  beforeRename: (): Promise<void> => Promise.resolve(),
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  const isImage = (path: unknown) => String(path).includes('attachments');
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const file = await real.open(...args);
      if (!isImage(args[0])) return file;
      const sync = file.sync.bind(file);
      const what = String(args[0]).endsWith('.partial') ? 'bytes' : 'name';
      file.sync = async () => {
        await sync();
        disk.steps.push(`${what} synced`);
      };
      return file;
    },
    rename: async (...[from, to]: Parameters<typeof real.rename>) => {
      if (isImage(to)) await disk.beforeRename();
      await real.rename(from, to);
      if (isImage(to)) disk.steps.push('renamed');
    },
  };
});

let server: TestServer;

beforeEach(async () => {
  disk.steps.length = 0;
  server = await startTestServer();
});
afterEach(() => server.close());

it('tells nobody of a screenshot before its file is durable, and then of one that is there', async () => {
  let release = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    disk.beforeRename = () => {
      resolve();
      return new Promise((goOn) => (release = goOn));
    };
  });
  const run = await operatorOf(server).operate(bind(await server.pairDevice()));
  const events = await openEvents(server);
  const observing = run.observe();
  await reached;
  // Others go on meanwhile: the write holds neither the server nor the log of events.
  await server.context.events.publish({ type: 'thread_deleted', thread_id: 'marker' });
  const before = await textUntil(events, 'marker');
  expect(before).not.toContain('"attachment_id"');
  expect(await readdir(join(server.dataDir, 'attachments'))).toEqual([expect.stringMatching(/\.partial$/)]);

  release();
  const named = await textUntil(events, '"attachment_id"');
  const { attachment } = await observing;
  expect(named).toContain(attachment?.attachment_id);
  expect(disk.steps).toEqual(
    process.platform === 'win32' ? ['bytes synced', 'renamed'] : ['bytes synced', 'renamed', 'name synced'],
  );
  const url = `/api/threads/${run.threadId}/attachments/${attachment?.attachment_id ?? ''}`;
  expect((await server.request('GET', url)).status).toBe(200);
  events.close();
});

/** The events as JSON until one holds `part`, that one included. */
async function textUntil(events: Awaited<ReturnType<typeof openEvents>>, part: string): Promise<string> {
  let text = '';
  while (!text.includes(part)) {
    const read = await events.next();
    if (read === undefined) throw new Error('The stream ended.');
    text += JSON.stringify(read.event);
  }
  return text;
}
