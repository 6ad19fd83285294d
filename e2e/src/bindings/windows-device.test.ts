import { EipError } from '@harness-desktop/eip-protocol';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { openConnectDialog } from '../browser/environment-screens.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { addModel } from '../web-ui/model-run.ts';
import { bindThread, controlOperations } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import type { ScriptedDesktopPeer } from '../web-ui/scripted-desktop-peer.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
const chromium = useChromium();
let api: ApiClient;
let peer: ScriptedDesktopPeer;
let page: Page;

beforeAll(async () => {
  api = await setUpOwner(await startWebUi({ teardown }));
  ({ peer } = await pairScriptedPeer(api, { name: 'Ada’s PC', system: 'windows', teardown }));
  ({ page } = await chromium.open(api));
  await page.goto('/');
});
afterAll(() => teardown.close());

describe('Connect Device for Windows', () => {
  it('says which terminal, that no administrator is needed, and how to run it from a checkout', async () => {
    const dialog = await openConnectDialog(page);
    await dialog
      .getByRole('radiogroup', { name: 'System of the desktop' })
      .getByText('Windows', { exact: true })
      .click();
    await dialog.getByText(/PowerShell or the Command Prompt.*not as administrator/).waitFor();
    await dialog.getByText('npx.cmd', { exact: true }).waitFor();
    await dialog.locator('code', { hasText: `a13n-envd connect ${api.origin}` }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
  });
});

describe('a binding of a Windows device', () => {
  it('is browsed up to its drive, and takes a path as Windows writes it', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Working environments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working environments' });
    await dialog.getByRole('button', { name: 'Add environment' }).first().click();
    const form = dialog.getByRole('form', { name: 'Add environment' });
    const field = form.getByRole('textbox', { name: 'Working directory' });
    expect(await field.inputValue()).toBe('/C:/Users/ada');
    expect(await field.getAttribute('placeholder')).toBe('C:\\Users\\you\\project');

    await form.getByRole('button', { name: 'Browse' }).click();
    const browser = form.getByRole('group', { name: 'Directories on the device' });
    const up = browser.getByRole('button', { name: 'Parent directory' });
    await openedAt(browser, '/C:/Users/ada');
    await up.click();
    await openedAt(browser, '/C:/Users');
    await up.click();
    await openedAt(browser, '/C:/');
    await browser.getByText(/^For another drive/).waitFor();
    expect(await up.isDisabled()).toBe(true);
    await field.fill('D:\\');
    await openedAt(browser, '/D:/');
    await browser.getByRole('option', { name: 'projects' }).dblclick();
    await openedAt(browser, '/D:/projects');

    await field.fill('"D:\\projects\\site"');
    await form.getByText('Desktop observation and control', { exact: true }).click();
    await form.getByText(/scroll, type text and press keys\.$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add environment' }).click();
    await dialog.getByText('/D:/projects/site', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });
});

describe('Operator on a desktop that types text', () => {
  it('types several lines exactly as written, in the directory of the binding', async () => {
    const operator = new OperatorScreen(page);
    await operator.startRun();
    await operator.observe();
    const opened = peer.callsOf('session.open').at(-1)?.params;
    expect(opened).toMatchObject({ working_directory: '/D:/projects/site' });

    await operator.textField.focus();
    await page.keyboard.insertText('Grüße, 日本語 😀');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.insertText('second line');
    const text = 'Grüße, 日本語 😀\nsecond line';
    const card = await operator.answered(/^Type 24 characters$/, () => page.keyboard.press('Enter'));
    await card.getByText('Executed', { exact: true }).waitFor();
    expect(await card.getByRole('group', { name: 'Text to type' }).innerText()).toBe(
      'Grüße, 日本語 😀↵\nsecond line',
    );
    expect(peer.callsOf('computer.type_text').map(({ params }) => params)).toEqual([
      expect.objectContaining({ text }),
    ]);
    expect(await operator.textField.inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('keeps what was not typed, and says what to do', async () => {
    const operator = new OperatorScreen(page);
    const held = new EipError('conflict', 'Shift is held down on the desktop.', {
      details: { safe_detail: 'computer_input_held' },
    });
    peer.next('computer.type_text', held);
    const card = await operator.typeText('not lost');
    await card.getByText('Shift is held down on the desktop.').waitFor();
    await card.getByText(/Once it is released, try again/).waitFor();
    expect(await operator.textField.inputValue()).toBe('not lost');
  });

  it('refuses at the field what no device types at once', async () => {
    const operator = new OperatorScreen(page);
    await operator.textField.fill('語'.repeat(5_462));
    await operator.stage.getByText('Too long by 2 bytes').waitFor();
    expect(await operator.stage.getByRole('button', { name: 'Type text' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await operator.textField.fill('');
  });
});

describe('a model that asks before it types', () => {
  it('shows the words before anything is sent, and sends them as they were shown', async () => {
    const models = await startModelServer({ teardown });
    await addModel(api, { baseUrl: models.baseUrl, plan: 'clerk' });
    const threadId = await bindThread(api, {
      deviceId: peer.identity.resourceId,
      operations: controlOperations,
      workingDirectory: '/C:/Users/ada',
    });
    await page.goto(`/conversations/${threadId}`);
    const composer = new ComposerScreen(page);
    await composer.chooseWho('clerk');
    await composer.chooseApproval('Ask before each input');
    const before = peer.callsOf('computer.type_text').length;
    await composer.send('Click, then type “Grüße, 日本語 😀”.');
    const banner = page.getByRole('region', { name: 'Approval' });
    await banner.getByText(/^Click /).waitFor();
    await banner.getByRole('button', { name: 'Approve' }).click();
    await banner.getByText('Type 12 characters').waitFor();
    expect(await banner.getByRole('group', { name: 'Text to type' }).innerText()).toBe('Grüße, 日本語 😀');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(peer.callsOf('computer.type_text')).toHaveLength(before);
    await banner.getByRole('button', { name: 'Approve' }).click();
    await composer.ended('Finished');
    expect(peer.callsOf('computer.type_text').at(-1)?.params).toMatchObject({ text: 'Grüße, 日本語 😀' });
  });
});

async function openedAt(browser: Locator, path: string): Promise<void> {
  await browser.locator('.directory-head').getByText(path, { exact: true }).waitFor();
}
