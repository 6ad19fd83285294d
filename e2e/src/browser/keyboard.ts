import type { Locator, Page } from 'playwright-core';

const mostTabs = 80;

/** A person without a pointer: everything is reached with Tab and pressed with keys. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Goes on with Tab until it has the focus; rejects where Tab does not lead. */
  async reach(wanted: Locator): Promise<void> {
    await wanted.first().waitFor();
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await this.#hasFocus(wanted)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${wanted.toString()}.`);
  }

  /** Reaches it and presses Enter. */
  async press(wanted: Locator, key = 'Enter'): Promise<void> {
    await this.reach(wanted);
    await this.page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.type(text);
  }

  async #hasFocus(wanted: Locator): Promise<boolean> {
    return (await wanted.and(this.page.locator(':focus')).count()) > 0;
  }
}
