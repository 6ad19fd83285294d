import type { Locator, Page } from 'playwright-core';

/** Conversation details → Configuration, as a form and as text. */
export class ConfigurationScreen {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Conversation details' });
  }

  async open(threadId: string): Promise<void> {
    await this.page.goto(`/conversations/${threadId}?panel=details`);
    await this.dialog.getByRole('region', { name: 'Configuration' }).waitFor();
  }

  async show(mode: 'Form' | 'YAML'): Promise<void> {
    await this.dialog.getByRole('radiogroup', { name: 'Edit as' }).getByText(mode, { exact: true }).click();
  }

  get text(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Configuration as YAML' });
  }

  get save(): Locator {
    return this.dialog.getByRole('button', { name: 'Save', exact: true });
  }

  /** What is listed as wrong, line by line. */
  problem(line: number): Locator {
    return this.dialog.getByRole('list', { name: 'Problems' }).getByRole('button', { name: `Line ${line}` });
  }

  /** Everything that stands in the editor, as it is read aloud. */
  async written(): Promise<string> {
    const lines = await this.text.locator('.cm-line').allInnerTexts();
    return lines.map((line) => line.replaceAll('\n', '')).join('\n');
  }

  /** Replaces all of it by typing. */
  async write(text: string): Promise<void> {
    await this.text.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }
}
