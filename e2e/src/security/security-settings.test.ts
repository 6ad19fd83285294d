import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium } from '../browser/chromium.ts';
import { signIn } from '../browser/session-screens.ts';
import { eventually } from '../harness/eventually.ts';
import { createTeardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { ownerPassword, setUpOwner, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
const chromium = useChromium();
let webUi: WebUi;
let api: ApiClient;

beforeAll(async () => {
  webUi = await startWebUi({ teardown });
  api = await setUpOwner(webUi);
});
afterAll(() => teardown.close());

const openSecurity = async (viewport?: { width: number; height: number }): Promise<Page> => {
  const options = { origin: api.origin, cookie: api.cookie, ...(viewport !== undefined && { viewport }) };
  const { page } = await chromium.open(options);
  await page.goto('/settings/security');
  await page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first().waitFor();
  return page;
};
const bearer = (token: string, path = '/api/threads') =>
  fetch(`${api.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('Settings → Security', () => {
  it('makes a token that is shown once, works, and stops at once when it is revoked', async () => {
    const page = await openSecurity();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Give the token a name.').waitFor();
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = (await dialog.getByLabel('Token', { exact: true }).textContent()) ?? '';
    expect(token).toMatch(/^hd_[\w-]{43}$/);
    expect((await bearer(token)).status).toBe(200);
    expect((await bearer(token, '/api/settings/audit')).status).toBe(403);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
    await row.getByText('Nightly report').waitFor();
    expect(await page.content()).not.toContain(token);
    await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No program has a token.').waitFor();
    expect((await bearer(token)).status).toBe(401);
    const log = page.getByRole('list', { name: 'Audit log' });
    await log.getByText('You revoked an API token').waitFor();
    await log.getByText('“Nightly report” with read, for 90 days.').waitFor();
  });

  it('signs another browser out, which leaves for the sign-in page by itself', async () => {
    const other = await chromium.open({ origin: api.origin });
    await signIn(other.page, ownerPassword);
    other.expectComplaints(/401|ERR_/);
    const page = await openSecurity();
    const sessions = page.getByRole('list', { name: 'Sessions' });
    await sessions.getByText('This browser').waitFor();
    await sessions
      .getByRole('button', { name: /^Sign out Chrom/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await other.page.waitForURL(/\/sign-in/);
    await page.getByRole('list', { name: 'Audit log' }).getByText('You ended a session').first().waitFor();
  });

  it('filters what happened and tells when there is nothing', async () => {
    const page = await openSecurity();
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Models and agents' });
    await page.getByText('Nothing of this kind has happened yet.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Sign-ins, sessions and tokens' });
    await page.getByText('You set the password for the first time').waitFor();
  });

  it('shows names of devices as text, whatever they are', async () => {
    const name = '<img src=x onerror="globalThis.ran=true">\u202Eevil\u001B[31m\nsecond line';
    const answer = await fetch(`${api.origin}/api/envd/pair`, {
      method: 'POST',
      headers: { authorization: `Bearer ${'ab'.repeat(32)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device_id: 'hostile', name }),
    });
    expect(answer.status).toBe(200);
    const page = await openSecurity();
    const shown = '<img src=x onerror="globalThis.ran=true"> evil [31m second line';
    await page.getByText(`The device “${shown}” asked to be paired`).waitFor();
    await page.goto('/settings/environments');
    await page.getByText(shown).first().waitFor();
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    const tooLong = await fetch(`${api.origin}/api/envd/pair`, {
      method: 'POST',
      headers: { authorization: `Bearer ${'cd'.repeat(32)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device_id: 'hostile', name: 'x'.repeat(1_000_000) }),
    });
    expect(tooLong.status).toBe(413);
    const log = webUi.program.errors.join('\n');
    expect(log).not.toMatch(/[\u001B\u202E]/);
  });

  it.each(['light', 'dark'] as const)('is free of faults in %s, also on a phone', async (colorScheme) => {
    for (const width of [1440, 390]) {
      const page = await openSecurity({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  it('changes the password, and says what is wrong with a new one', async () => {
    const watched = await chromium.open(api);
    const { page } = watched;
    watched.expectComplaints(/401/);
    await page.goto('/settings/security');
    const form = page.getByRole('form', { name: 'Password' });
    const fill = async (current: string, next: string, again = next) => {
      await form.getByLabel('Current password').fill(current);
      await form.getByLabel('New password', { exact: true }).fill(next);
      await form.getByLabel('New password again').fill(again);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await fill(ownerPassword, 'short', 'shorter');
    await form.getByText('Use at least 10 characters.').waitFor();
    await form.getByText('The two passwords differ.').waitFor();
    await fill('not the password', 'a much better horse');
    await form.getByText('The password is not right.').waitFor();
    await fill(ownerPassword, 'a much better horse');
    await form.getByText('The password is changed.').waitFor();
    const { status } = await api.send('POST', '/api/session', { password: ownerPassword });
    expect(status).toBe(401);
    await eventually(async () => (await api.send('GET', '/api/threads')).ok || undefined, {
      what: () => 'this session to go on',
      timeoutMs: 5000,
    });
  });
});
