import type { Page } from 'playwright-core';

/** Opens the one-time link and sets the password, as the owner does at the first start. */
export async function setUpWithLink(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Set password and start' }).click();
  await page.getByRole('link', { name: 'Connect a desktop' }).waitFor();
}

export async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
}
