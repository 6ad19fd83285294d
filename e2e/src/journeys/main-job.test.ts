import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import {
  addEnvironment,
  commandWithComputerUse,
  deviceCard,
  openConnectDialog,
} from '../browser/environment-screens.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { setUpWithLink } from '../browser/session-screens.ts';
import { startDaemon } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { centreOf, startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { transcriptSchema } from '../web-ui/api-schemas.ts';
import { changedPixels } from '../web-ui/changed-pixels.ts';
import { verificationCode } from '../web-ui/pair-daemon.ts';
import { ownerPassword, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';
import { skipAfterFailure } from './skip-after-failure.ts';

const teardown = createTeardown();
const chromium = useChromium();
skipAfterFailure();
let webUi: WebUi;
let desktop: DisposableDesktop;
let app: RecordingApp;
let watched: WatchedPage;
let operator: OperatorScreen;

beforeAll(async () => {
  [webUi, desktop] = await Promise.all([startWebUi({ teardown }), startDisposableDesktop({ teardown })]);
  app = await startRecordingApp({ desktop, teardown });
  watched = await chromium.open({ origin: webUi.origin });
  operator = new OperatorScreen(watched.page);
});
afterAll(() => teardown.close());

describe('the main job, as a person does it', () => {
  it('starts with the printed link and a password, and lands in an empty conversation', async () => {
    const { page } = watched;
    await setUpWithLink(page, await webUi.setupLink(), ownerPassword);
    await page.getByRole('heading', { name: 'New conversation' }).waitFor();
    expect(page.url()).not.toContain('token');
  });

  it('pairs the desktop with the shown command and the same code, without a reload', async () => {
    const { page } = watched;
    const loads = watched.loads();
    const dialog = await openConnectDialog(page);
    const command = await commandWithComputerUse(dialog);
    const [program, ...args] = command.split(' ');
    expect(program).toBe('a13n-envd');
    const daemon = await startDaemon({
      args: [...args, '--working-directory', desktop.directory],
      environment: desktop.environment,
      stateDirectory: join(desktop.directory, 'envd'),
      teardown,
    });
    const code = await verificationCode(daemon);
    await dialog.getByText(`Verification code ${code}`).waitFor();
    await dialog.getByRole('button', { name: /^Approve / }).click();
    await dialog.getByText(/ is connected$/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const card = page.getByRole('article');
    await card.getByText('Connected', { exact: true }).waitFor();
    await card.getByText('1280 × 720').waitFor();
    await card.getByText('Ready to observe and act').waitFor();
    expect(await deviceCard(page, (await card.getAttribute('aria-label')) ?? '').count()).toBe(1);
    expect(watched.loads()).toBe(loads);
  });

  it('binds the desktop to a conversation with the control preset and its warning', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'New conversation' }).click();
    await addEnvironment(page, 'Desktop observation and control');
    await page.getByRole('button', { name: 'Working environments: desktop' }).waitFor();
    await operator.startRun();
  });

  it('describes, observes, clicks, presses keys, scrolls and drags on the person’s own application', async () => {
    const { target, list, canvas, entry } = app.widgets;
    const described = await operator.describe();
    await described.getByText('1280 × 720').waitFor();
    await operator.observe();

    const clicks = await app.during(async () => {
      await executed(operator.pressAt(centreOf(target)));
    });
    expect(pressesOf(clicks)).toEqual([{ button: 1, widget: 'target' }]);
    expect(clicks.find(({ type }) => type === 'target')?.colour).toBe(app.colours.target[1]);

    await executed(operator.pressAt(centreOf(entry)));
    const keys = await app.during(async () => {
      await executed(operator.pressKeys('k'));
      await executed(operator.pressKeys('control+e'));
    });
    expect(keys.find(({ type }) => type === 'text')?.value).toBe('k');
    expect(keys.find(({ type, keysym }) => type === 'key_press' && keysym === 'e')?.modifiers).toContain(
      'control',
    );

    await operator.chooseMode('Scroll');
    const scrolls = await app.during(async () => {
      await executed(operator.pressAt(centreOf(list)));
    });
    expect(pressesOf(scrolls)).toEqual(Array.from({ length: 3 }, () => ({ button: 5, widget: 'list' })));

    await operator.chooseMode('Drag');
    const start = { x: canvas.x + 40, y: canvas.y + 40 };
    const end = { x: canvas.x + 240, y: canvas.y + 140 };
    const drag = await app.during(async () => {
      await executed(operator.dragBetween(start, end));
    });
    expect(pressesOf(drag)).toEqual([{ button: 1, widget: 'canvas' }]);
    const release = drag.find(({ type }) => type === 'button_release');
    expect(Math.abs((release?.x_root ?? 0) - end.x)).toBeLessThanOrEqual(2);
    expect(Math.abs((release?.y_root ?? 0) - end.y)).toBeLessThanOrEqual(2);

    await operator.observe();
  });

  it('shows in its pictures what the application shows, byte for byte as the agent received them', async () => {
    const observed = operator.transcript.getByRole('article', { name: 'Observe desktop' });
    const before = await operator.download(observed.first());
    const after = await operator.download(observed.last());
    const { target, list, canvas } = app.widgets;
    const changed = await changedPixels(before, after);
    expect(changed.within(target)).toBeGreaterThan(target.width * target.height * 0.8);
    expect(changed.within(list)).toBeGreaterThan(500);
    expect(changed.within(canvas)).toBeGreaterThan(500);

    const received = await receivedDigests();
    expect([before, after].map(sha256)).toEqual(received);
  });

  it('shows the very same transcript after a reload', async () => {
    await operator.finishRun();
    const titles = await operator.titles();
    expect(titles.map((title) => title.split(' ', 1)[0])).toEqual([
      'Describe',
      'Observe',
      'Click',
      'Click',
      'Press',
      'Press',
      'Scroll',
      'Drag',
      'Observe',
    ]);
    await watched.page.reload();
    await operator.cards.last().waitFor();
    expect(await operator.titles()).toEqual(titles);
    await operator.transcript.getByText('Finished', { exact: true }).first().waitFor();
    await eventually(imageIsDrawn, { what: 'the image to be drawn' });
    expect(await watched.page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
  });
});

/** The card of a call that the desktop accepted. */
async function executed(acting: ReturnType<OperatorScreen['pressAt']>): Promise<void> {
  const card = await acting;
  await card.getByText('Executed', { exact: true }).waitFor();
}

function pressesOf(events: Awaited<ReturnType<RecordingApp['during']>>) {
  return events
    .filter(({ type }) => type === 'button_press')
    .map(({ button, widget }) => ({ button, widget }));
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The digests of the images that the agent received, in order, as the Host stored them. */
async function receivedDigests(): Promise<readonly (string | undefined)[]> {
  const threadId = new URL(watched.page.url()).pathname.split('/').at(-1) ?? '';
  const response = await watched.page.request.get(`/api/threads/${threadId}/transcript`);
  const { calls } = transcriptSchema.parse(await response.json());
  return calls
    .flatMap(({ result }) => (result?.kind === 'observation' ? [result] : []))
    .map(({ attachment }) => attachment?.sha256);
}

async function imageIsDrawn(): Promise<true | undefined> {
  const image = operator.transcript.getByRole('img', { name: /^Desktop as captured/ }).first();
  await image.scrollIntoViewIfNeeded();
  const width = await image.evaluate((element) => Number(Reflect.get(element, 'naturalWidth')));
  return width > 0 ? true : undefined;
}
