import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startConnectedDesktop, type ConnectedDesktop } from '../journeys/connected-desktop.ts';
import { startModelServer } from '../model-server/model-server.ts';
import { addModel } from '../web-ui/model-run.ts';
import { bindThread, controlOperations } from '../web-ui/operator-run.ts';

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let page: Page;
let composer: ComposerScreen;

beforeAll(async () => {
  const [desktop, models] = await Promise.all([
    startConnectedDesktop(teardown),
    startModelServer({ teardown }),
  ]);
  connected = desktop;
  await addModel(connected.api, { baseUrl: models.baseUrl, plan: 'demo-clicker' });
  ({ page } = await chromium.open(connected.api));
  composer = new ComposerScreen(page);
});
afterAll(() => teardown.close());

describe('a question before an input', () => {
  it('leaves the focus where it is and takes none of what is typed', async () => {
    await openConversation();
    await composer.send('Click it.');
    await composer.message.focus();
    await banner().waitFor();
    await page.keyboard.type('typed meanwhile ');
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Message');
    expect(await composer.message.inputValue()).toBe('typed meanwhile ');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page
      .getByRole('status', { name: 'Approvals' })
      .getByText(/^Your approval is needed: Click /)
      .waitFor();
  });

  it('stands in the title of the tab, shows what will be done on its screenshot, and is sound for everybody', async () => {
    expect(await page.title()).toMatch(/^\(1\) Journey/);
    await banner()
      .getByText(/^Click \d+, \d+ · left/)
      .waitFor();
    await banner()
      .getByRole('button', { name: /^Open the image of “Click/ })
      .waitFor();
    await banner()
      .getByText(/min left$/)
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('is reached by F8 and answered by keys', async () => {
    await page.keyboard.press('F8');
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Approval');
    for (let tabs = 0; tabs < 6 && (await focusedText()) !== 'Deny'; tabs += 1)
      await page.keyboard.press('Tab');
    expect(await focusedText()).toBe('Deny');
    await page.keyboard.press('Enter');
    await composer
      .card(/^Click /)
      .first()
      .getByText('Denied by you')
      .waitFor();
    expect(await page.title()).toMatch(/^Journey|^\(1\)/);
    await composer.stopButton.click();
    await composer.ended('Stopped');
    expect(await page.title()).toMatch(/^Journey/);
  });

  it('that is answered in another window is answered here as well', async () => {
    const threadId = await openConversation();
    await composer.send('Click it once more.');
    await banner().waitFor();
    const other = await chromium.open(connected.api);
    await other.page.goto(`/conversations/${threadId}`);
    const there = other.page.getByRole('region', { name: 'Approval' });
    await there.getByRole('button', { name: 'Approve' }).click();
    await composer.ended('Finished');
    await banner().waitFor({ state: 'detached' });
    await composer
      .card(/^Click /)
      .last()
      .getByText('Executed', { exact: true })
      .waitFor();
    await other.page.context().close();
  });
});

const banner = () => page.getByRole('region', { name: 'Approval' });

const focusedText = () => page.evaluate('document.activeElement?.textContent?.trim()');

async function openConversation(): Promise<string> {
  const threadId = await bindThread(connected.api, {
    deviceId: connected.device.device_id,
    operations: controlOperations,
    workingDirectory: connected.desktop.directory,
  });
  await page.goto(`/conversations/${threadId}`);
  await composer.chooseWho('demo-clicker');
  await composer.chooseApproval('Ask before each input');
  return threadId;
}
