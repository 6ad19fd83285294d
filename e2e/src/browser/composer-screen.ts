import type { Locator, Page } from 'playwright-core';

/** Where a person says what is to be done, and stops it. */
export class ComposerScreen {
  readonly page: Page;
  readonly composer: Locator;
  readonly transcript: Locator;

  constructor(page: Page) {
    this.page = page;
    this.composer = page.getByLabel('Composer', { exact: true });
    this.transcript = page.getByRole('log', { name: 'Runs and actions' });
  }

  async chooseWho(name: string): Promise<void> {
    await this.#choose('Who works', name);
  }

  async chooseApproval(
    mode: 'Don’t ask' | 'Ask before each input' | 'Ask once for this purpose',
  ): Promise<void> {
    await this.#choose('Approval', mode);
  }

  async chooseSteps(steps: number): Promise<void> {
    await this.composer.getByRole('button', { name: /^Budget/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Budget of the next run' });
    await dialog.getByLabel(/^Steps/).fill(String(steps));
    await dialog.getByRole('button', { name: 'Set budget' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  get message(): Locator {
    return this.composer.getByRole('textbox', { name: 'Message' });
  }

  get stopButton(): Locator {
    return this.composer.getByRole('button', { name: /^Stop/ });
  }

  async send(prompt: string): Promise<void> {
    await this.message.fill(prompt);
    await this.composer.getByRole('button', { name: 'Send', exact: true }).click();
    await this.transcript.getByRole('article', { name: 'You' }).last().getByText(prompt).waitFor();
  }

  /** While a run goes on: what is said waits its turn. */
  async queue(prompt: string): Promise<Locator> {
    await this.message.fill(prompt);
    await this.composer.getByRole('button', { name: 'Queue', exact: true }).click();
    const queued = this.transcript.getByRole('article', { name: `Queued: ${prompt.slice(0, 60)}` });
    await queued.waitFor();
    return queued;
  }

  /** The last line of the newest run that has ended. */
  async ended(state: 'Finished' | 'Stopped' | 'Failed', timeoutMs = 30_000): Promise<Locator> {
    const end = this.transcript.locator('.run-end').last();
    await this.stopButton.waitFor({ state: 'detached', timeout: timeoutMs });
    await end.getByText(state, { exact: true }).waitFor();
    return end;
  }

  card(name: string | RegExp): Locator {
    return this.transcript.getByRole('article', { name });
  }

  get answers(): Locator {
    return this.transcript.getByRole('article', { name: 'Answer' });
  }

  /** Everything that the transcript says, row by row, but for clocks that go on. */
  async text(): Promise<readonly string[]> {
    const rows = await this.transcript.locator('[data-row]').allInnerTexts();
    return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim());
  }

  async #choose(label: string, value: string): Promise<void> {
    await this.composer.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
    await this.page
      .getByRole('menu', { name: label })
      .getByRole('menuitemradio', { name: new RegExp(`^${value}`) })
      .click();
    await this.composer.getByRole('button', { name: new RegExp(`^${label}: ${value}`) }).waitFor();
  }
}
