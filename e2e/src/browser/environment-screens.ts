import type { Locator, Page } from 'playwright-core';

/** Opens Settings → Environments → Connect Device. */
export async function openConnectDialog(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Connect Device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a device' });
  await dialog.waitFor();
  return dialog;
}

/** The command that the dialog tells the person to run, after computer use was switched on. */
export async function commandWithComputerUse(dialog: Locator): Promise<string> {
  await dialog.getByText('Computer use', { exact: true }).click();
  return dialog.locator('code', { hasText: '--computer-use true' }).innerText();
}

/** The card of a device in Settings → Environments. */
export const deviceCard = (page: Page, name: string): Locator =>
  page.getByRole('article', { name, exact: true });

export async function revokeDevice(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page
    .getByRole('alertdialog', { name: `Revoke ${name}?` })
    .getByRole('button', { name: 'Revoke' })
    .click();
}

export type PresetLabel =
  'Files and execution' | 'Desktop observation only' | 'Desktop observation and control';

/** Composer → Working environments → Add environment; leaves the preset as it is when none is given. */
export async function addEnvironment(page: Page, preset?: PresetLabel): Promise<void> {
  await page.getByRole('button', { name: 'Working environments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Working environments' });
  await dialog.getByRole('button', { name: 'Add environment' }).first().click();
  const form = dialog.getByRole('form', { name: 'Add environment' });
  if (preset !== undefined) await form.getByText(preset, { exact: true }).click();
  await form.getByRole('button', { name: 'Add environment' }).click();
  await dialog.getByRole('list', { name: 'Environments' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
}
