import type { Locator, Page } from 'playwright-core';
import * as z from 'zod';

const seenSchema = z.object({
  titles: z.array(z.string()),
  rows: z.array(z.string()),
  mostElements: z.number(),
  mostCards: z.number(),
  steps: z.number(),
  longestTaskMs: z.number(),
});
type Seen = z.infer<typeof seenSchema>;

/** The transcript of a conversation as a person reads it. */
export class TranscriptScreen {
  readonly page: Page;
  readonly view: Locator;
  readonly log: Locator;
  readonly cards: Locator;
  readonly jump: Locator;

  constructor(page: Page) {
    this.page = page;
    this.view = page.getByRole('region', { name: 'Transcript' });
    this.log = page.getByRole('log', { name: 'Runs and actions' });
    this.cards = this.log.getByRole('article');
    this.jump = page.getByRole('button', { name: 'Jump to newest' });
  }

  card(name: string | RegExp): Locator {
    return this.log.getByRole('article', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  /** Scrolls from the top to the end, most of a window at a time, and tells all that was drawn on the way. */
  async readAll(): Promise<Seen> {
    return seenSchema.parse(await this.#inView(readAllInPage));
  }

  /** How far the end is below what is shown, in CSS pixels. */
  async distanceFromEnd(): Promise<number> {
    return Number(await this.#inView('return view.scrollHeight - view.scrollTop - view.clientHeight;'));
  }

  async scrollToMiddle(): Promise<void> {
    await this.#inView('view.scrollTop = view.scrollHeight / 2;');
  }

  /** Where an element stands within the window. */
  async topOf(element: Locator): Promise<number> {
    const box = await element.boundingBox();
    if (box === null) throw new Error('It is not drawn.');
    return box.y;
  }

  /** All that it says, without the time that a run has taken, which grows by itself. */
  async text(): Promise<string> {
    const text = await this.log.innerText();
    return text.replaceAll(/[\d.]+ (?:ms|s|min \d+ s) of/g, '… of');
  }

  #inView(script: string): Promise<unknown> {
    const view = `document.querySelector('section[aria-label="Transcript"]')`;
    return this.page.evaluate(`(async (view) => {${script}})(${view})`);
  }
}

/** Runs in the page, with the transcript as `view`. */
const readAllInPage = `
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const seen = { mostElements: 0, mostCards: 0, steps: 0, longestTaskMs: 0 };
const titles = new Set();
const rows = new Set();
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
});
observer.observe({ type: 'longtask' });
for (let top = 0; ; top += view.clientHeight * 0.8) {
  view.scrollTop = top;
  await frame();
  await frame();
  seen.steps += 1;
  for (const card of view.querySelectorAll('article')) titles.add(card.getAttribute('aria-label'));
  for (const row of view.querySelectorAll('[data-row]')) rows.add(row.dataset.row);
  seen.mostCards = Math.max(seen.mostCards, view.querySelectorAll('article').length);
  seen.mostElements = Math.max(seen.mostElements, view.querySelectorAll('*').length);
  if (top >= view.scrollHeight - view.clientHeight) break;
}
observer.disconnect();
return { ...seen, titles: [...titles], rows: [...rows] };`;
