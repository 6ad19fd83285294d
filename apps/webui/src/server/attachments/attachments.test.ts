import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemSchema } from '../../shared/problem.ts';
import { bind, operatorOf } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createAttachmentFiles } from './attachment-files.ts';
import { createAttachments, type AttachmentLimits } from './attachments.ts';

const hour = 60 * 60 * 1000;
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;
let images: string;

beforeEach(async () => {
  server = await startTestServer();
  images = join(server.dataDir, 'attachments');
});
afterEach(() => server.close());

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The store with these limits, and a thread to store for. */
async function storeWith(limits: AttachmentLimits) {
  const attachments = createAttachments({
    context: server.context,
    files: createAttachmentFiles(images),
    limits,
  });
  const { threadId, run } = await operatorOf(server).operate(bind(await server.pairDevice()));
  const store = async (text: string, mimeType = 'image/jpeg') => {
    const bytes = Buffer.from(text);
    const place = { threadId, runId: run.run_id, width: 2, height: 1 };
    const stored = await attachments.store({ ...place, bytes, mimeType, sha256: digestOf(bytes) });
    if (stored === null) throw new Error('not stored');
    server.clock.advance(1000);
    return stored;
  };
  const url = (attachmentId: string) => `/api/threads/${threadId}/attachments/${attachmentId}`;
  return { attachments, threadId, store, url };
}

describe('an attachment', () => {
  it('is private, immutable, named and revalidated by its digest', async () => {
    const { store, url } = await storeWith({ retentionMs: hour, maxBytes: 100 });
    const { attachment_id, sha256, size_bytes } = await store('picture');
    const got = await server.request('GET', url(attachment_id));
    expect(got.status).toBe(200);
    expect(got.bytes.toString()).toBe('picture');
    expect(size_bytes).toBe(7);
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, immutable, max-age=3599',
      'content-disposition': 'inline; filename="screenshot-2026-05-04T10-20-30Z.jpg"',
      etag: `"${sha256}"`,
    });
    const again = await server.send({
      method: 'GET',
      url: url(attachment_id),
      headers: { 'if-none-match': `"${sha256}"` },
    });
    expect(again.status).toBe(304);
    const download = await server.request('GET', `${url(attachment_id)}?download`);
    expect(String(download.headers['content-disposition'])).toMatch(/^attachment; /);
  });

  it('is never shown as what a device could make run in the browser', async () => {
    const { store, url } = await storeWith({ retentionMs: hour, maxBytes: 100 });
    const { attachment_id } = await store('<script>', 'text/html');
    expect((await server.request('GET', url(attachment_id))).headers['content-type']).toBe(
      'application/octet-stream',
    );
  });

  it('belongs to its thread and to the signed-in owner only', async () => {
    const { store, url } = await storeWith({ retentionMs: hour, maxBytes: 100 });
    const { attachment_id } = await store('picture');
    const other = await operatorOf(server).createThread();
    const foreign = await server.request('GET', `/api/threads/${other}/attachments/${attachment_id}`);
    expect(problemSchema.parse(foreign.json)).toMatchObject({ status: 404, code: 'not_found' });
    const anonymous = await server.send({
      method: 'GET',
      url: url(attachment_id),
      headers: { cookie: '' },
    });
    expect(anonymous.status).toBe(401);
  });
});

describe('retention', () => {
  it('lets go of what is too old, also before the sweep, and says so', async () => {
    const { attachments, store, url } = await storeWith({ retentionMs: hour, maxBytes: 100 });
    const { attachment_id } = await store('picture');
    server.clock.advance(hour);
    const expired = await server.request('GET', url(attachment_id));
    expect(problemSchema.parse(expired.json)).toMatchObject({ status: 410, code: 'attachment_expired' });
    expect(await readdir(images)).toHaveLength(1);
    await attachments.sweep();
    expect(await readdir(images)).toEqual([]);
    expect((await server.request('GET', url(attachment_id))).status).toBe(410);
  });

  it('lets go of the oldest when there is too much', async () => {
    const { attachments, store, url } = await storeWith({ retentionMs: hour, maxBytes: 20 });
    const stored = [];
    for (const text of ['first 10 b', 'second 10b', 'third 10 b']) stored.push(await store(text));
    await attachments.sweep();
    const statuses = [];
    for (const { attachment_id } of stored) {
      statuses.push((await server.request('GET', url(attachment_id))).status);
    }
    expect(statuses).toEqual([410, 200, 200]);
  });

  it('counts and keeps one file for equal images until the last of them is gone', async () => {
    const { attachments, store, url } = await storeWith({ retentionMs: hour, maxBytes: 10 });
    const first = await store('ten bytes!');
    server.clock.advance(hour / 2);
    const second = await store('ten bytes!');
    await attachments.sweep();
    expect(await readdir(images)).toEqual([first.sha256]);
    server.clock.advance(hour / 2);
    await attachments.sweep();
    expect((await server.request('GET', url(first.attachment_id))).status).toBe(410);
    expect((await server.request('GET', url(second.attachment_id))).status).toBe(200);
    server.clock.advance(hour);
    await attachments.sweep();
    expect(await readdir(images)).toEqual([]);
  });

  it('removes what an interrupted write left', async () => {
    const { attachments, store } = await storeWith({ retentionMs: hour, maxBytes: 100 });
    const { sha256 } = await store('picture');
    await writeFile(join(images, `${sha256}.1.partial`), 'pic');
    await attachments.sweep();
    expect(await readdir(images)).toEqual([sha256]);
  });
});

describe('a display copy that cannot be stored', () => {
  it('leaves the observation standing, without a second capture', async () => {
    const device = await server.pairDevice();
    const run = await operatorOf(server).operate(bind(device));
    await rm(images, { recursive: true, force: true });
    await writeFile(images, 'not a directory');
    const observation = await run.observe();
    expect(observation.attachment).toBeNull();
    expect(device.daemon.requestsOf('computer.observe')).toHaveLength(1);
  });
});
