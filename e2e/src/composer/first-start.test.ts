import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { addEnvironment } from '../browser/environment-screens.ts';
import { setUpWithLink } from '../browser/session-screens.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import { ApiClient } from '../web-ui/api-client.ts';
import { sessionSchema } from '../web-ui/api-schemas.ts';
import { addModel } from '../web-ui/model-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import { ownerPassword, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

const firstLoadLimit = 200 * 1024;

const teardown = createTeardown();
const chromium = useChromium();
let webUi: WebUi;
let page: Page;
let api: ApiClient;

beforeAll(async () => {
  webUi = await startWebUi({ teardown });
  ({ page } = await chromium.open({ origin: webUi.origin }));
});
afterAll(() => teardown.close());

describe('an empty conversation says the one next step', () => {
  it('which is to connect a desktop, and nothing else, at the first start', async () => {
    await setUpWithLink(page, await webUi.setupLink(), ownerPassword);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    expect((await transcript.innerText()).trim()).toBe('Connect a desktop');
    api = new ApiClient(webUi.origin);
    await api.post('/api/session', { body: { password: ownerPassword }, answer: sessionSchema });
  });

  it('then, without a reload, to add an environment', async () => {
    await pairScriptedPeer(api, { name: 'Scripted', teardown });
    await page.getByText('Choose a working environment').waitFor();
    await page.getByRole('button', { name: 'Add environment' }).waitFor();
  });

  it('then to start a run, or to add a model', async () => {
    await addEnvironment(page, 'Desktop observation and control');
    await page.getByText('Ready to start').waitFor();
    await page.getByRole('link', { name: 'Add a model' }).click();
    await page.getByRole('dialog', { name: 'Add model' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('then to say what is to be done', async () => {
    const models = await startModelServer({ teardown });
    await addModel(api, { baseUrl: models.baseUrl, plan: 'talker' });
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('button', { name: 'Who works: talker' }).waitFor();
  });
});

describe('a set-up link that was used', () => {
  it('ends at sign-in, which says why', async () => {
    const stranger = await chromium.open({ origin: webUi.origin });
    await stranger.page.goto(await webUi.setupLink());
    await stranger.page.getByText('That link has done its work').waitFor();
    await stranger.page.getByLabel('Password').fill(ownerPassword);
    await stranger.page.getByRole('button', { name: 'Sign in' }).click();
    await stranger.page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});

it('loads at most 200 KiB of compressed script before a conversation can begin', async () => {
  const fresh = await chromium.open(api);
  const sizes: Promise<number>[] = [];
  fresh.page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await fresh.page.goto('/', { waitUntil: 'networkidle' });
  await fresh.page.getByRole('textbox', { name: 'Message' }).waitFor();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50 * 1024);
  expect(total).toBeLessThanOrEqual(firstLoadLimit);
});
