import { afterAll, beforeAll, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { eventually } from '../harness/eventually.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startOperatorRun, type OperatorRun } from '../web-ui/operator-run.ts';
import { startPeerConversation } from './peer-conversation.ts';
import { TranscriptScreen } from './transcript-screen.ts';

/** Events of a long day: a screenshot, then what was done on it, again and again. */
const events = 2000;
const perScreenshot = 20;
const columns = 500;
/** What is drawn at once must not grow with the conversation. */
const mostCards = 60;
const mostElements = 3000;
/** Some hundred windows are scrolled through. */
const readingMs = 300_000;

const teardown = createTeardown();
const chromium = useChromium();
let run: OperatorRun;
let screen: TranscriptScreen;

beforeAll(async () => {
  const { api, threadId } = await startPeerConversation(teardown);
  run = await startOperatorRun(api, threadId);
  await fill();
  await run.finish();
  run = await startOperatorRun(api, threadId);
  const { page } = await chromium.open(api);
  await page.goto(`/conversations/${threadId}`);
  screen = new TranscriptScreen(page);
  await screen.log.waitFor();
}, 600_000);
afterAll(() => teardown.close());

it('opens at the newest', async () => {
  await screen.log.getByText('Nothing was done in this run yet.').waitFor();
  expect(await screen.distanceFromEnd()).toBeLessThan(2);
  expect(await screen.jump.isVisible()).toBe(false);
});

it(
  'shows every one of 2 000 events on the way from the top to the end, a few at a time',
  async ({ annotate }) => {
    const seen = await screen.readAll();
    await annotate(`${seen.steps} steps; the longest task took ${Math.round(seen.longestTaskMs)} ms`);
    const moves = seen.titles.filter((title) => title.startsWith('Move to '));
    expect(new Set(moves)).toEqual(new Set(expectedMoves()));
    expect(seen.rows.filter((row) => row.startsWith('call '))).toHaveLength(events);
    expect(seen.mostCards).toBeLessThan(mostCards);
    expect(seen.mostElements).toBeLessThan(mostElements);
  },
  readingMs,
);

it('goes to its start and its end by key', async () => {
  await screen.view.focus();
  await screen.page.keyboard.press('Home');
  await screen.card('Observe desktop').first().waitFor();
  await screen.log.getByRole('heading', { name: 'Run 1' }).waitFor();
  await screen.jump.waitFor();
  await screen.page.keyboard.press('PageDown');
  await screen.card(`Move to 1, 0`).waitFor();
  await screen.page.keyboard.press('End');
  await screen.log.getByRole('heading', { name: 'Run 2' }).waitFor();
  await screen.jump.waitFor({ state: 'detached' });
});

it('keeps the focus where it is when its row is scrolled away', async () => {
  await screen.page.keyboard.press('Home');
  const button = screen
    .card('Observe desktop')
    .first()
    .getByRole('button', { name: /^Open the image/ });
  await button.focus();
  await screen.scrollToMiddle();
  await screen.card(`Move to 499, 1`).waitFor();
  const focused = await screen.page.evaluate('document.activeElement?.getAttribute("aria-label")');
  expect(focused).toBe('Open the image of “Observe desktop”');
});

it('stays where the person reads while something new comes, and goes to it when asked', async () => {
  const card = screen.cards.nth(8);
  const before = await screen.topOf(card);
  await run.call('computer_describe', {});
  await screen.jump.waitFor();
  expect(await screen.topOf(card)).toBeCloseTo(before, 0);
  await screen.jump.click();
  await screen.card('Describe desktop').waitFor();
  await screen.jump.waitFor({ state: 'detached' });
});

it('stays at the end while new things come there', async () => {
  for (let count = 0; count < 5; count++) await run.observe();
  await run.call('computer_press_keys', { keys: ['escape'] });
  await screen.card('Press escape').waitFor();
  await eventually(async () => ((await screen.distanceFromEnd()) < 2 ? true : undefined), {
    what: 'the transcript to be at its end',
  });
});

async function fill(): Promise<void> {
  let observationId = '';
  for (let event = 0; event < events; event++) {
    if (event % perScreenshot === 0) observationId = (await run.observe()).observation_id;
    else await run.call('computer_move', { observation_id: observationId, point: pointOf(event) });
  }
}

function pointOf(event: number): { readonly x: number; readonly y: number } {
  return { x: event % columns, y: Math.floor(event / columns) };
}

function expectedMoves(): string[] {
  return Array.from({ length: events }, (_, event) => event)
    .filter((event) => event % perScreenshot !== 0)
    .map((event) => `Move to ${pointOf(event).x}, ${pointOf(event).y}`);
}
