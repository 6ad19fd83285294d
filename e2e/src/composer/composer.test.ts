import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer } from '../model-server/model-server.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { addModel } from '../web-ui/model-run.ts';
import { bindThread, controlOperations, readTranscript } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import type { ScriptedDesktopPeer } from '../web-ui/scripted-desktop-peer.ts';
import { setUpOwner, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
const chromium = useChromium();
let webUi: WebUi;
let api: ApiClient;
let peer: ScriptedDesktopPeer;
let watched: WatchedPage;
let composer: ComposerScreen;

beforeAll(async () => {
  const [started, models] = await Promise.all([startWebUi({ teardown }), startModelServer({ teardown })]);
  webUi = started;
  api = await setUpOwner(webUi);
  ({ peer } = await pairScriptedPeer(api, { name: 'Scripted', teardown }));
  for (const plan of ['talker', 'echo', 'no-images', 'slow-talker'])
    await addModel(api, { baseUrl: models.baseUrl, plan });
  watched = await chromium.open(api);
  composer = new ComposerScreen(watched.page);
});
afterAll(() => teardown.close());

describe('what is written', () => {
  it('grows to eight lines; Enter sends, Shift+Enter begins a line', async () => {
    const threadId = await openConversation('echo');
    await composer.message.focus();
    const { keyboard } = watched.page;
    await keyboard.type('one');
    const oneLine = await fieldHeight();
    for (let line = 0; line < 3; line += 1) await keyboard.press('Shift+Enter');
    await keyboard.type('four');
    expect(await composer.message.inputValue()).toBe('one\n\n\nfour');
    const fourLines = await fieldHeight();
    expect(fourLines).toBeGreaterThan(oneLine * 2);
    for (let line = 0; line < 20; line += 1) await keyboard.press('Shift+Enter');
    expect(await fieldHeight()).toBeLessThan(fourLines * 3);
    await composer.message.fill('Say this again.');
    await keyboard.press('Enter');
    await composer.ended('Finished');
    expect(await composer.message.inputValue()).toBe('');
    const { messages } = await readTranscript(api, threadId);
    expect(messages[0]).toMatchObject({ role: 'user', text: 'Say this again.' });
  });

  it('is not sent by the Enter that ends a composition of an input method', async () => {
    const threadId = await openConversation('echo');
    await composer.message.focus();
    const session = await watched.page.context().newCDPSession(watched.page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await session.send('Input.insertText', { text: '日本' });
    expect(await composer.message.inputValue()).toBe('日本');
    expect((await readTranscript(api, threadId)).runs).toEqual([]);
  });

  it('is kept for its conversation, also when the page is loaded again', async () => {
    const first = await openConversation('talker');
    await composer.message.fill('Half a thought');
    await openConversation('talker');
    expect(await composer.message.inputValue()).toBe('');
    await watched.page.goto(`/conversations/${first}`);
    await expectMessage('Half a thought');
    await watched.page.reload();
    await expectMessage('Half a thought');
  });

  it('goes with a new conversation that becomes one by its first prompt, which names it', async () => {
    await watched.page.goto('/');
    await composer.chooseWho('echo');
    await composer.send('Name this conversation.');
    await watched.page.getByRole('heading', { level: 1, name: 'Name this conversation.' }).waitFor();
    await composer.ended('Finished');
    expect(await composer.message.inputValue()).toBe('');
  });
});

describe('who works', () => {
  it('that cannot work here is said at once, with the way to mend it', async () => {
    await openConversation('talker');
    await composer.chooseWho('no-images');
    const words = composer.composer.getByText('no-images takes no images, so it cannot work on a desktop.');
    await words.waitFor();
    await composer.message.fill('Look at it.');
    expect(await sendButton().isDisabled()).toBe(true);
    await composer.composer.getByRole('link', { name: 'Open Models' }).click();
    await watched.page.getByRole('list', { name: 'Models' }).waitFor();
  });

  it('is remembered with its approval from the last run, in another browser as well', async () => {
    const threadId = await openConversation('echo');
    await composer.chooseApproval('Ask once for this purpose');
    await composer.send('Remember this.');
    await composer.ended('Finished');
    const other = await chromium.open(api);
    await other.page.goto(`/conversations/${threadId}`);
    await other.page.getByRole('button', { name: 'Who works: echo' }).waitFor();
    await other.page.getByRole('button', { name: 'Approval: Ask once for this purpose' }).waitFor();
    await other.page.context().close();
  });

  it('needs a text, while Operator needs none', async () => {
    await openConversation('talker');
    expect(await sendButton().isDisabled()).toBe(true);
    await composer.chooseWho('Operator');
    expect(await composer.message.count()).toBe(0);
    expect(await watched.page.getByRole('button', { name: 'Start run' }).isEnabled()).toBe(true);
  });
});

it('a prompt whose answer was lost starts one run, however often it is sent', async () => {
  const threadId = await openConversation('talker');
  watched.expectComplaints(/ERR_|Failed to load/);
  const runs = `/api/threads/${threadId}/runs`;
  await watched.page.route(
    `**${runs}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await composer.send('Say it once.');
  await composer.composer.getByText('The server cannot be reached').waitFor();
  await composer.ended('Finished');
  expect(await composer.message.inputValue()).toBe('Say it once.');
  const answered = watched.page.waitForResponse((response) => response.url().endsWith(runs));
  await sendButton().click();
  expect((await answered).status()).toBe(200);
  await expect.poll(() => composer.message.inputValue()).toBe('');
  expect((await readTranscript(api, threadId)).runs).toHaveLength(1);
});

describe('while a run goes on', () => {
  it('Stop stays where it is, whatever is written', async () => {
    await openConversation('slow-talker');
    await composer.send('Count.');
    const before = await composer.stopButton.boundingBox();
    await composer.message.fill('one\ntwo\nthree\nfour');
    expect(await composer.stopButton.boundingBox()).toEqual(before);
    await composer.stopButton.click();
    await composer.ended('Stopped');
  });

  it('the loss of the server is said, and what is written is kept', async () => {
    await openConversation('talker');
    watched.expectComplaints(/ERR_|Failed to load/);
    await composer.message.fill('Written before the loss');
    await webUi.stop();
    await composer.composer.getByText('No connection to harness-ui.').waitFor();
    expect(await sendButton().isDisabled()).toBe(true);
    expect(await composer.message.inputValue()).toBe('Written before the loss');
  });
});

async function openConversation(model: string): Promise<string> {
  const threadId = await bindThread(api, {
    deviceId: peer.identity.resourceId,
    operations: controlOperations,
    workingDirectory: '/home/ada',
  });
  await watched.page.goto(`/conversations/${threadId}`);
  await composer.chooseWho(model);
  return threadId;
}

const sendButton = () => composer.composer.getByRole('button', { name: 'Send', exact: true });

async function fieldHeight(): Promise<number> {
  return (await composer.message.boundingBox())?.height ?? 0;
}

async function expectMessage(text: string): Promise<void> {
  await composer.message.waitFor();
  expect(await composer.message.inputValue()).toBe(text);
}
