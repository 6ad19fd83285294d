import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { runSchema, threadSchema } from '../web-ui/api-schemas.ts';
import { addModel, endedTranscript, startModelRun } from '../web-ui/model-run.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';
import { TranscriptScreen } from './transcript-screen.ts';

const teardown = createTeardown();
const chromium = useChromium();
let api: ApiClient;
let baseUrl: string;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  ({ baseUrl } = await startModelServer({ teardown, paceMs: 5 }));
});
afterAll(() => teardown.close());

describe('an answer in Markdown', () => {
  let watched: WatchedPage;
  let screen: TranscriptScreen;
  const asked: string[] = [];

  beforeAll(async () => {
    const threadId = await createThread();
    watched = await chromium.open(api);
    watched.page.on('request', (request) => asked.push(request.url()));
    screen = await openThread(watched.page, threadId);
    const modelId = await addModel(api, { baseUrl, plan: 'talker' });
    await startModelRun(api, { threadId, modelId, prompt: 'What are you?\nSay it *plainly*.' });
    await endedTranscript(api, threadId);
    await screen.log.getByText('Finished', { exact: true }).first().waitFor();
  });

  it('is drawn with its headings, its code with the language, and its table', async () => {
    const answer = screen.card('Answer');
    await answer.getByRole('heading', { name: 'What I am', level: 3 }).waitFor();
    await answer.getByRole('table').getByText('what the system accepted').waitFor();
    await answer.getByText('ts', { exact: true }).waitFor();
    await answer.locator('.hljs-keyword').first().waitFor();
    await answer.getByRole('button', { name: 'Copy' }).waitFor();
  });

  it('leaves what the person wrote as it was written', async () => {
    await screen.card('You').getByText('Say it *plainly*.').waitFor();
  });

  it('loads no image and runs nothing of it, and says where a link leads', async () => {
    const answer = screen.card('Answer');
    await answer.getByText('https://example.invalid/pixel.png').waitFor();
    await answer.getByText('<img src=x onerror=alert(1)>').waitFor();
    const link = answer.getByRole('link', { name: 'a link' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
    await answer.getByText('(example.org)').waitFor();
    expect(asked.filter((url) => !url.startsWith(api.origin))).toEqual([]);
  });

  it('says after a reload what it said live, with the thoughts of the model folded away', async () => {
    const live = await screen.text();
    await watched.page.reload();
    await screen.card('Answer').locator('.hljs-keyword').first().waitFor();
    expect(await screen.text()).toBe(live);
    expect(live).toContain('Thoughts of the model');
    expect(live).not.toContain('Somebody wants to know what I am.');
  });

  it('has nothing that axe finds wrong, wide and narrow, light and dark', async () => {
    const faults: string[] = [];
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await watched.page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await watched.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        faults.push(...(await accessibilityFaults(watched.page)));
      }
      const needed = Number(await watched.page.evaluate('document.documentElement.scrollWidth'));
      expect(needed).toBeLessThanOrEqual(viewport.width);
    }
    expect(faults).toEqual([]);
  });
});

describe('an answer that is being written', () => {
  it('goes on where it was after a reload, stays in view, and is announced once it is whole', async () => {
    const threadId = await createThread();
    const { page } = await chromium.open(api);
    const screen = await openThread(page, threadId);
    const modelId = await addModel(api, { baseUrl, plan: 'slow-talker' });
    const run = await startModelRun(api, { threadId, modelId, prompt: 'Count.' });
    const answer = screen.card('Answer');
    await answer.getByText('word 5,').waitFor();
    await page.reload();
    await answer.getByText('word 15,').waitFor();
    const text = await answer.innerText();
    expect(text).toMatch(/^word 1, word 2, word 3,/);
    await api.post(`/api/threads/${threadId}/runs/${run.run_id}/stop`, { answer: runSchema });
    await screen.log.getByText('The stream ended here.').waitFor();
    const news = page.getByRole('status', { name: 'News of the run' });
    await news.getByText('The stream ended here.').waitFor();
    expect(await screen.distanceFromEnd()).toBeLessThan(2);
    const live = await screen.text();
    await page.reload();
    await screen.log.getByText('The stream ended here.').waitFor();
    expect(await screen.text()).toBe(live);
    // The stream may have been cut within a word.
    const words = wordsOf(await answer.innerText());
    const expected = countedTo(words.length);
    expect(words.slice(0, -1)).toEqual(expected.slice(0, -1));
    expect(expected.at(-1)?.startsWith(words.at(-1) ?? '')).toBe(true);
  });
});

async function createThread(): Promise<string> {
  return (await api.post('/api/threads', { body: {}, answer: threadSchema })).thread_id;
}

async function openThread(page: Page, threadId: string): Promise<TranscriptScreen> {
  await page.goto(`/conversations/${threadId}`);
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  return new TranscriptScreen(page);
}

function wordsOf(text: string): string[] {
  return text.match(/word \d+/g) ?? [];
}

function countedTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word ${index + 1}`);
}
