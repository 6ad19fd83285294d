import type { Locator, Page } from 'playwright-core';

export type ModelForm = {
  readonly name: string;
  /** As its provider names it. */
  readonly model: string;
  readonly address: string;
  readonly apiKey?: string;
};

/** Settings → Models → Add model, for an OpenAI-compatible server; its row. */
export async function addCompatibleModel(page: Page, form: ModelForm): Promise<Locator> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Models', exact: true })
    .click();
  await page.getByRole('button', { name: 'Add model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add model' });
  await dialog.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible server' });
  await dialog.getByRole('textbox', { name: 'Model', exact: true }).fill(form.model);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(form.address);
  if (form.apiKey !== undefined) await dialog.getByLabel(/^API key/).fill(form.apiKey);
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(form.name);
  await dialog.getByRole('button', { name: 'Add model' }).click();
  await dialog.waitFor({ state: 'detached' });
  return modelRow(page, form.name);
}

export const modelRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Models' }).getByRole('listitem', { name, exact: true });

/** Presses *Test* and waits until its row says how it went. */
export async function testModel(row: Locator, outcome: 'Works' | 'Test failed'): Promise<void> {
  await row.getByRole('button', { name: 'Test' }).click();
  await row.getByText(outcome, { exact: true }).waitFor({ timeout: 30_000 });
}
