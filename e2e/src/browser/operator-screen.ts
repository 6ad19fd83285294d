import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

export type ImagePoint = { readonly x: number; readonly y: number };
export type PressMode = 'Click' | 'Move' | 'Drag' | 'Scroll' | 'Zoom';

/** The person as the agent: everything is found by what stands on the screen. */
export class OperatorScreen {
  readonly page: Page;
  readonly stage: Locator;
  readonly transcript: Locator;

  constructor(page: Page) {
    this.page = page;
    this.stage = page.getByRole('region', { name: 'Operator' });
    this.transcript = page.getByRole('log', { name: 'Runs and actions' });
  }

  async startRun(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start run' }).click();
    await this.stage.waitFor();
  }

  async finishRun(): Promise<void> {
    await this.page.getByRole('button', { name: 'Finish run' }).click();
    await this.stage.waitFor({ state: 'detached' });
  }

  /** Presses a button of the stage and waits for the card of its call to be answered. */
  async describe(): Promise<Locator> {
    return this.answered('Describe desktop', () =>
      this.stage.getByRole('button', { name: 'Describe' }).click(),
    );
  }

  async observe(): Promise<Locator> {
    const card = await this.answered('Observe desktop', () => this.pressObserve());
    await card.getByText('Captured', { exact: true }).waitFor();
    await this.image.waitFor();
    return card;
  }

  async pressObserve(): Promise<void> {
    await this.#observeButton.click();
  }

  async chooseMode(mode: PressMode): Promise<void> {
    const modes = this.stage.getByRole('radiogroup', { name: 'A press on the image' });
    await modes.getByText(mode, { exact: true }).click();
  }

  async chooseCount(count: 'Single' | 'Double'): Promise<void> {
    const counts = this.stage.getByRole('radiogroup', { name: 'Count' });
    await counts.getByText(count, { exact: true }).click();
  }

  /** Clicks on the newest image, at one of its own pixels. */
  async pressAt(point: ImagePoint): Promise<Locator> {
    const { x, y } = await this.#onScreen(point);
    return this.answered(/^(Click|Double-click|Triple-click|Move|Scroll) /, () =>
      this.page.mouse.click(x, y),
    );
  }

  async dragBetween(start: ImagePoint, end: ImagePoint): Promise<Locator> {
    return this.answered(/^Drag /, () => this.drawDrag(start, end));
  }

  /** Draws the drag on the image and does not wait for what comes of it. */
  async drawDrag(start: ImagePoint, end: ImagePoint): Promise<void> {
    const from = await this.#onScreen(start);
    const to = await this.#onScreen(end);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async pressKeys(chord: string): Promise<Locator> {
    await this.stage.getByRole('textbox', { name: 'Keys' }).fill(chord);
    return this.answered(`Press ${chord}`, () =>
      this.stage.getByRole('button', { name: 'Press keys' }).click(),
    );
  }

  async typeText(text: string): Promise<Locator> {
    await this.textField.fill(text);
    return this.answered(/^Type /, () => this.stage.getByRole('button', { name: 'Type text' }).click());
  }

  /** What is to be typed; there is none where the desktop types no text. */
  get textField(): Locator {
    return this.stage.getByRole('textbox', { name: 'Text', exact: true });
  }

  /** Does something and gives the card that it added, once its call is answered. */
  async answered(name: string | RegExp, act: () => Promise<void>): Promise<Locator> {
    const before = await this.cards.count();
    await this.#idle();
    await act();
    const card = this.cards.nth(before);
    await card.and(this.page.getByRole('article', { name })).waitFor();
    await card.getByText('Running', { exact: true }).waitFor({ state: 'detached' });
    return card;
  }

  get cards(): Locator {
    return this.transcript.getByRole('article');
  }

  get image(): Locator {
    return this.stage.getByRole('img', { name: /^Desktop as captured/ });
  }

  /** What the transcript says, card by card. */
  async titles(): Promise<readonly string[]> {
    const cards = await this.cards.all();
    return Promise.all(cards.map(async (card) => (await card.getAttribute('aria-label')) ?? ''));
  }

  /** Opens the image of a card in front of everything else. */
  async openImage(card: Locator): Promise<Locator> {
    await card.getByRole('button', { name: /^Open the image of/ }).click();
    const preview = this.page.getByRole('dialog');
    const image = await preview.getByRole('img', { name: /^Desktop as captured/ }).boundingBox();
    const window = this.page.viewportSize();
    if (image === null || window === null || image.y < 0 || image.y + image.height > window.height)
      throw new Error('The opened image is not on the screen.');
    return preview;
  }

  /** Downloads the image of a card as a person does. */
  async download(card: Locator): Promise<Buffer> {
    const preview = await this.openImage(card);
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      preview.getByRole('link', { name: 'Download the image' }).click(),
    ]);
    const bytes = await readFile(await download.path());
    await preview.getByRole('button', { name: 'Close' }).click();
    await preview.waitFor({ state: 'detached' });
    return bytes;
  }

  get #observeButton(): Locator {
    return this.stage.getByRole('button', { name: 'Observe', exact: true });
  }

  /** While a call is on its way the stage takes no other. */
  async #idle(): Promise<void> {
    await this.#observeButton.and(this.page.locator(':enabled')).waitFor();
  }

  /** Where a pixel of the image is drawn: its middle, in CSS pixels of the page. */
  async #onScreen({ x, y }: ImagePoint): Promise<ImagePoint> {
    await this.image.scrollIntoViewIfNeeded();
    const box = await this.image.boundingBox();
    const width = Number(await this.image.getAttribute('width'));
    const height = Number(await this.image.getAttribute('height'));
    if (box === null) throw new Error('The image is not drawn.');
    return {
      x: box.x + ((x + 0.5) * box.width) / width,
      y: box.y + ((y + 0.5) * box.height) / height,
    };
  }
}
