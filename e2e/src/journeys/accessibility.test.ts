import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accessibilityFaults } from '../browser/accessibility.ts';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { setUpWithLink, signIn } from '../browser/session-screens.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { ApiClient } from '../web-ui/api-client.ts';
import { sessionSchema } from '../web-ui/api-schemas.ts';
import { addModel } from '../web-ui/model-run.ts';
import { bindThread, controlOperations, startOperatorRun } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import { askToPair, createPeerIdentity } from '../web-ui/peer-pairing.ts';
import type { ScriptedDesktopPeer } from '../web-ui/scripted-desktop-peer.ts';
import { ownerPassword, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const schemes = ['light', 'dark'] as const;

const teardown = createTeardown();
const chromium = useChromium();
let webUi: WebUi;
let watched: WatchedPage;
let page: Page;
let api: ApiClient;
let peer: ScriptedDesktopPeer;
let models: ModelServer;

beforeAll(async () => {
  [webUi, models] = await Promise.all([startWebUi({ teardown }), startModelServer({ teardown })]);
  watched = await chromium.open({ origin: webUi.origin });
  page = watched.page;
});
afterAll(() => teardown.close());

describe('axe finds nothing, light and dark, wide and narrow, and nothing is cut off', () => {
  it('when the owner sets a password', async () => {
    await page.goto(await webUi.setupLink());
    await page.getByRole('button', { name: 'Set password and start' }).click();
    await page.getByText('Use at least 10 characters.').waitFor();
    await expectNoFaults();
  });

  it('in an empty conversation, reached with the link where its page was open already', async () => {
    await page.reload();
    await page.getByText('Open the link that harness-ui printed').waitFor();
    await setUpWithLink(page, await webUi.setupLink(), ownerPassword);
    await expectNoFaults();
  });

  it('when signing in, also with a wrong password', async () => {
    const stranger = await chromium.open({ origin: webUi.origin });
    stranger.expectComplaints(/401/);
    await stranger.page.goto('/');
    await stranger.page.getByLabel('Password').fill('wrong');
    await stranger.page.getByRole('button', { name: 'Sign in' }).click();
    await stranger.page.getByRole('alert').waitFor();
    await expectNoFaults(stranger.page);
    await signIn(stranger.page, ownerPassword);
    await stranger.page.context().close();
  });

  it('while a device waits to be paired', async () => {
    api = new ApiClient(webUi.origin);
    await api.post('/api/session', { body: { password: ownerPassword }, answer: sessionSchema });
    await page.goto('/settings/environments?connect=true');
    await askToPair(
      webUi.origin,
      createPeerIdentity(),
      'A waiting device with a rather long name of its own',
    );
    await page.getByRole('button', { name: /^Approve / }).waitFor();
    await expectNoFaults();
  });

  it('with devices in the settings', async () => {
    ({ peer } = await pairScriptedPeer(api, { name: 'Scripted', teardown }));
    const { peer: revoked } = await pairScriptedPeer(api, { name: 'Revoked one', teardown });
    await api.post(`/api/devices/${revoked.identity.resourceId}/revoke`, { answer: z.undefined() });
    await page.goto('/settings/environments');
    await page.getByText('Ready to observe and act').waitFor();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expectNoFaults();
  });

  it('when an environment is bound', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Working environments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working environments' });
    await dialog.getByRole('button', { name: 'Add environment' }).first().click();
    await dialog.getByText('Desktop observation and control', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Browse' }).click();
    await dialog.getByRole('option', { name: 'projects' }).waitFor();
    await expectNoFaults();
  });

  it('in a conversation with a transcript and a run, and with its image opened', async () => {
    const threadId = await bindThread(api, {
      deviceId: peer.identity.resourceId,
      operations: controlOperations,
      workingDirectory: '/home/ada',
    });
    const run = await startOperatorRun(api, threadId);
    await run.call('computer_describe', {});
    const { observation_id } = await run.observe();
    await run.call('computer_click', { observation_id, point: { x: 200, y: 150 }, button: 'left' });
    await run.call('computer_click', {
      observation_id: 'obs-00000000',
      point: { x: 1, y: 1 },
      button: 'left',
    });
    await page.goto(`/conversations/${threadId}`);
    const operator = new OperatorScreen(page);
    await operator.image.waitFor();
    await expectNoFaults();
    await operator.openImage(operator.cards.nth(1));
    await expectNoFaults();
    await run.finish();
  });

  it('in the details of a finished conversation', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Conversation details' }).click();
    await page.getByRole('dialog', { name: 'Conversation details' }).waitFor();
    await expectNoFaults();
  });

  it('in the settings of models, tested and failed, and while one is added', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    for (const plan of ['demo-clicker', 'talker', 'slow-talker', 'error-401']) {
      await addModel(api, { baseUrl: models.baseUrl, plan });
    }
    await page.goto('/settings/models');
    await page.getByText('The last test failed').waitFor();
    await expectNoFaults();
    await page.getByRole('button', { name: 'Add model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add model' });
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await dialog.locator('.field-error').first().waitFor();
    await expectNoFaults();
  });

  it('in the settings of agents, of security and in general', async () => {
    await page.goto('/settings/agents');
    await page.getByRole('button', { name: 'Add agent' }).click();
    await page.getByRole('dialog', { name: 'Add agent' }).waitFor();
    await expectNoFaults();
    await page.goto('/settings/security');
    await page.getByText('This browser').waitFor();
    await expectNoFaults();
    await page.goto('/settings/general');
    await page.getByText('Appearance').waitFor();
    await expectNoFaults();
  });

  it('while a model answers, and while another prompt waits', async () => {
    const composer = await openConversation('slow-talker');
    await composer.send('Count for me.');
    await composer.answers.getByText('word 3,').waitFor();
    await composer.queue('And backwards.');
    await expectNoFaults();
    await composer.stopButton.click();
    await composer.ended('Stopped');
  });

  it('while an input waits for a word, and after the run', async () => {
    const composer = await openConversation('demo-clicker');
    await composer.chooseApproval('Ask before each input');
    await composer.send('Click the area.');
    await page.getByText('Waiting for you', { exact: true }).first().waitFor();
    await expectNoFaults();
    await page.getByRole('button', { name: 'Approve' }).first().click();
    await composer.ended('Finished');
    await expectNoFaults();
    await new OperatorScreen(page).openImage(composer.card(/^Click /).last());
    await expectNoFaults();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('in an answer with Markdown, code and a table', async () => {
    const composer = await openConversation('talker');
    await composer.send('What are you?');
    await composer.ended('Finished');
    await page.getByRole('heading', { name: 'What I am' }).waitFor();
    await expectNoFaults();
  });

  it('in the configuration as YAML, with an error in it', async () => {
    await page.getByRole('button', { name: 'Conversation details' }).click();
    await page.getByRole('radiogroup', { name: 'Edit as' }).getByText('YAML').click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nno_such_key: 1\n');
    await page.getByRole('list', { name: 'Problems' }).waitFor();
    await expectNoFaults();
  });

  it('where an address leads nowhere', async () => {
    watched.expectComplaints(/404/);
    await page.goto('/conversations/nowhere');
    await page.getByRole('heading', { name: /not/ }).first().waitFor();
    await expectNoFaults();
    await page.goto('/');
  });

  it('in the list of conversations of a narrow window', async () => {
    await page.setViewportSize(narrow);
    await page.getByRole('button', { name: 'Show conversations' }).click();
    await page.getByRole('dialog', { name: 'Conversations' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

/** A new conversation on the scripted desktop, with this model chosen. */
async function openConversation(model: string): Promise<ComposerScreen> {
  const threadId = await bindThread(api, {
    deviceId: peer.identity.resourceId,
    operations: controlOperations,
    workingDirectory: '/home/ada',
  });
  await page.goto(`/conversations/${threadId}`);
  const composer = new ComposerScreen(page);
  await composer.chooseWho(model);
  return composer;
}

async function expectNoFaults(shown: Page = page): Promise<void> {
  const faults: string[] = [];
  for (const viewport of [wide, narrow]) {
    await shown.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await accessibilityFaults(shown);
      faults.push(...found.map((fault) => `${colorScheme}, ${viewport.width} px: ${fault}`));
    }
    const needed = Number(await shown.evaluate('document.documentElement.scrollWidth'));
    if (needed > viewport.width) faults.push(`${viewport.width} px: the page is ${needed} px wide`);
  }
  await shown.setViewportSize(wide);
  await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(faults).toEqual([]);
}
