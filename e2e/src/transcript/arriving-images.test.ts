import { afterAll, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startOperatorRun } from '../web-ui/operator-run.ts';
import { startPeerConversation } from './peer-conversation.ts';
import { TranscriptScreen } from './transcript-screen.ts';

const teardown = createTeardown();
const chromium = useChromium();
afterAll(() => teardown.close());

it.each([1280, 390])('move nothing when they arrive late in a window of %i pixels', async (width) => {
  const { api, threadId } = await startPeerConversation(teardown);
  const run = await startOperatorRun(api, threadId);
  const { observation_id } = await run.observe();
  await run.call('computer_click', { observation_id, point: { x: 200, y: 150 }, button: 'left' });
  await run.observe();
  await run.finish();

  const viewport = { width, height: 900 };
  const { page } = await chromium.open({ origin: api.origin, cookie: api.cookie, viewport });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let asked = 0;
  await page.route('**/attachments/**', async (route) => {
    asked += 1;
    await arrived;
    await route.continue();
  });
  await page.goto(`/conversations/${threadId}`);
  const screen = new TranscriptScreen(page);
  const { cards } = screen;
  await cards.nth(2).waitFor();
  await expect.poll(() => asked).toBeGreaterThan(0);
  const places = () => Promise.all([0, 1, 2].map((index) => cards.nth(index).boundingBox()));
  const before = await places();

  arrive();
  const drawn = `[...document.querySelectorAll('[role=log] img')].filter((image) => image.naturalWidth > 0).length`;
  // Two screenshots, and the first once more under the click.
  await expect.poll(() => page.evaluate(drawn)).toBe(3);
  expect(await places()).toEqual(before);
});
