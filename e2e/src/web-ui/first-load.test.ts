import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import type { ApiClient } from './api-client.ts';
import { threadSchema } from './api-schemas.ts';
import { addModel, endedTranscript, startModelRun } from './model-run.ts';
import { setUpOwner, startWebUi } from './web-ui-process.ts';

const limitBytes = 200 * 1024;

const teardown = createTeardown();
const chromium = useChromium();
let api: ApiClient;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
});
afterAll(() => teardown.close());

describe('the script that a first visit loads stays within 200 KB, as it is sent', () => {
  it('where a person signs in', async () => {
    const { page } = await chromium.open({ origin: api.origin });
    const loaded = watchScripts(page);
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await loaded.bytes()).toBeLessThanOrEqual(limitBytes);
  });

  it('in a new conversation', async () => {
    const { page } = await chromium.open(api);
    const loaded = watchScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Working environments' }).waitFor();
    expect(await loaded.bytes()).toBeLessThanOrEqual(limitBytes);
  });

  it('in a conversation with an answer of a model', async () => {
    const threadId = await conversationWithAnswer();
    const { page } = await chromium.open(api);
    const loaded = watchScripts(page);
    await page.goto(`/conversations/${threadId}`);
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    await page.getByRole('button', { name: 'Working environments' }).waitFor();
    expect(await loaded.bytes()).toBeLessThanOrEqual(limitBytes);
  });
});

async function conversationWithAnswer(): Promise<string> {
  const { baseUrl } = await startModelServer({ teardown });
  const modelId = await addModel(api, { baseUrl, plan: 'echo' });
  const { thread_id } = await api.post('/api/threads', { body: {}, answer: threadSchema });
  await startModelRun(api, { threadId: thread_id, modelId, prompt: 'What are you?' });
  await endedTranscript(api, thread_id);
  return thread_id;
}

/** Adds up what the network carried, headers aside. */
function watchScripts(page: Page): { bytes(): Promise<number> } {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  return {
    bytes: async () => {
      if (scripts.length === 0) throw new Error('The page loaded no script at all.');
      const sizes = await Promise.all(scripts.map((script) => script.sizes()));
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    },
  };
}
