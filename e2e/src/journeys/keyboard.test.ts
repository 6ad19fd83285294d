import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { Keyboard } from '../browser/keyboard.ts';
import { startDaemon } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { ApiClient } from '../web-ui/api-client.ts';
import { sessionSchema } from '../web-ui/api-schemas.ts';
import { addModel } from '../web-ui/model-run.ts';
import { verificationCode } from '../web-ui/pair-daemon.ts';
import { ownerPassword, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';
import { skipAfterFailure } from './skip-after-failure.ts';

const teardown = createTeardown();
const chromium = useChromium();
skipAfterFailure();
let webUi: WebUi;
let desktop: DisposableDesktop;
let app: RecordingApp;
let models: ModelServer;
let keyboard: Keyboard;
let composer: ComposerScreen;

beforeAll(async () => {
  [webUi, desktop, models] = await Promise.all([
    startWebUi({ teardown }),
    startDisposableDesktop({ teardown }),
    startModelServer({ teardown }),
  ]);
  app = await startRecordingApp({ desktop, teardown });
  const { page } = await chromium.open({ origin: webUi.origin });
  keyboard = new Keyboard(page);
  composer = new ComposerScreen(page);
});
afterAll(() => teardown.close());

describe('with the keyboard alone', () => {
  it('the owner sets a password', async () => {
    const { page } = keyboard;
    await page.goto(await webUi.setupLink());
    await keyboard.type(page.getByLabel('Password', { exact: true }), ownerPassword);
    await keyboard.type(page.getByLabel('Password again'), ownerPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Connect a desktop' }).waitFor();
  });

  it('pairs a desktop', async () => {
    const { page } = keyboard;
    await keyboard.press(page.getByRole('link', { name: 'Connect a desktop' }));
    const dialog = page.getByRole('dialog', { name: 'Connect a device' });
    await keyboard.press(dialog.getByRole('switch', { name: /^Computer use/ }), 'Space');
    const command = await dialog.locator('code', { hasText: '--computer-use true' }).innerText();
    const daemon = await startDaemon({
      args: command.split(' ').slice(1),
      environment: desktop.environment,
      stateDirectory: join(desktop.directory, 'envd'),
      teardown,
    });
    await dialog.getByText(`Verification code ${await verificationCode(daemon)}`).waitFor();
    await keyboard.press(dialog.getByRole('button', { name: /^Approve / }));
    await dialog.getByText(/ is connected$/).waitFor();
    await keyboard.press(dialog.getByRole('button', { name: 'Done' }));
    await dialog.waitFor({ state: 'detached' });
  });

  it('binds it to a conversation', async () => {
    const { page } = keyboard;
    const api = new ApiClient(webUi.origin);
    await api.post('/api/session', { body: { password: ownerPassword }, answer: sessionSchema });
    await addModel(api, { baseUrl: models.baseUrl, plan: 'slow-talker' });
    await addModel(api, { baseUrl: models.baseUrl, plan: 'demo-clicker' });
    await keyboard.press(page.getByRole('link', { name: 'New conversation' }));
    await keyboard.press(page.getByRole('button', { name: 'Working environments' }));
    const dialog = page.getByRole('dialog', { name: 'Working environments' });
    await keyboard.press(dialog.getByRole('button', { name: 'Add environment' }).first());
    const form = dialog.getByRole('form', { name: 'Add environment' });
    await keyboard.reach(form.getByRole('radio').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await form.getByText('These actions reach your real desktop').waitFor();
    await keyboard.press(form.getByRole('button', { name: 'Add environment' }));
    await keyboard.press(dialog.getByRole('button', { name: 'Done' }));
    await dialog.waitFor({ state: 'detached' });
  });

  it('asks a model and stops it', async () => {
    const { page } = keyboard;
    await chooseWho('slow-talker');
    await keyboard.type(composer.message, 'Count for me.');
    await page.keyboard.press('Enter');
    await composer.answers.getByText('word 3,').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await composer.ended('Stopped');
  });

  it('lets a model click, and looks back at what it saw', async () => {
    const { page } = keyboard;
    await chooseWho('demo-clicker');
    const events = await app.during(async () => {
      await keyboard.type(composer.message, 'Click the area.');
      await page.keyboard.press('Enter');
      await composer.card(/^Click /).waitFor();
      await composer.ended('Finished');
    });
    expect(events.filter(({ type }) => type === 'target')).toHaveLength(1);
    const thumbnail = composer.card(/^Click /).getByRole('button', { name: /^Open the image of/ });
    await keyboard.press(thumbnail);
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('img', { name: /^Desktop as captured/ }).waitFor();
    await keyboard.press(viewer.getByRole('button', { name: 'Next image' }));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await keyboard.reach(composer.message);
  });
});

async function chooseWho(name: string): Promise<void> {
  const { page } = keyboard;
  await keyboard.press(page.getByRole('button', { name: /^Who works:/ }));
  const menu = page.getByRole('menu', { name: 'Who works' });
  await menu.waitFor();
  await page.keyboard.type(name.slice(0, 4));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Who works: ${name}` }).waitFor();
}
