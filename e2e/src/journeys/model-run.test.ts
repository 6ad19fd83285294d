import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { addEnvironment } from '../browser/environment-screens.ts';
import { addCompatibleModel, modelRow, testModel } from '../browser/model-screens.ts';
import type { AppEvent, Place } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { readTranscript } from '../web-ui/operator-run.ts';
import { startConnectedDesktop, type ConnectedDesktop } from './connected-desktop.ts';
import { skipAfterFailure } from './skip-after-failure.ts';

const apiKey = 'sk-scripted-5d1f0c';
const prompt = 'Try out everything on this desktop and tell me what changed.';

const teardown = createTeardown();
const chromium = useChromium();
skipAfterFailure();
let connected: ConnectedDesktop;
let models: ModelServer;
let watched: WatchedPage;
let composer: ComposerScreen;

beforeAll(async () => {
  [connected, models] = await Promise.all([
    startConnectedDesktop(teardown),
    startModelServer({ apiKey, teardown }),
  ]);
  watched = await chromium.open(connected.api);
  composer = new ComposerScreen(watched.page);
});
afterAll(() => teardown.close());

describe('a model that works on the desktop, from the first setting to the last picture', () => {
  it('is added in the settings, and Test tells a wrong key from a model that takes images', async () => {
    const { page } = watched;
    await page.goto('/');
    const wrong = await addCompatibleModel(page, {
      ...{ name: 'Wrong key', model: 'full-tour', address: models.baseUrl, apiKey: 'sk-wrong' },
    });
    await testModel(wrong, 'Test failed');
    const row = await addCompatibleModel(page, {
      ...{ name: 'Tour guide', model: 'full-tour', address: models.baseUrl, apiKey },
    });
    await testModel(row, 'Works');
    await row.getByText('Takes images', { exact: true }).waitFor();
    const deaf = await addCompatibleModel(page, {
      ...{ name: 'No eyes', model: 'no-images', address: models.baseUrl, apiKey },
    });
    await testModel(deaf, 'Works');
    await deaf.getByText('Takes no images', { exact: true }).waitFor();
    await modelRow(page, 'Tour guide').getByText('Key stored').waitFor();
  });

  it('is refused before its run when it takes no images', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'New conversation' }).click();
    await addEnvironment(page, 'Desktop observation and control');
    await composer.chooseWho('No eyes');
    await composer.message.fill(prompt);
    await composer.composer.getByText('No eyes takes no images').waitFor();
    expect(await composer.composer.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });

  it('describes, observes, clicks, presses keys, scrolls, drags and observes on a person’s own application', async () => {
    const { app } = connected;
    const loads = watched.loads();
    await composer.chooseWho('Tour guide');
    const events = await app.during(async () => {
      await composer.send(prompt);
      await composer.ended('Finished', 60_000);
    });
    const { target, entry, list, canvas } = app.widgets;
    const presses = events.filter(({ type }) => type === 'button_press');
    expect(presses.map(({ widget, button }) => [widget, button])).toEqual([
      ['target', 1],
      ['entry', 1],
      ['list', 5],
      ['list', 5],
      ['list', 5],
      ['canvas', 1],
    ]);
    const [onTarget, onEntry, onList, , , onCanvas] = presses;
    for (const [press, place] of [
      [onTarget, target],
      [onEntry, entry],
      [onList, list],
    ] as const) {
      expect(isInside(press, place)).toBe(true);
    }
    expect(events.find(({ type }) => type === 'target')?.colour).toBe(app.colours.target[1]);
    expect(events.filter(({ type }) => type === 'text').map(({ value }) => value)).toEqual(['k']);
    expect(events.find(({ type, keysym }) => type === 'key_press' && keysym === 'e')?.modifiers).toContain(
      'control',
    );
    const release = events.findLast(({ type, widget }) => type === 'button_release' && widget === 'canvas');
    expect(distance(onCanvas, release)).toBeGreaterThan(canvas.width * 0.4);
    expect(watched.loads()).toBe(loads);
  });

  it('is told nothing but what it may know, with each picture as it was taken', async () => {
    const { api } = connected;
    const { calls } = await readTranscript(api, threadId());
    const digests = calls.flatMap(({ result }) =>
      result?.kind === 'observation' ? [result.attachment?.sha256] : [],
    );
    const last = models.requests().at(-1);
    const told = last?.messages.flatMap(({ images }) => images.map(({ sha256 }) => sha256)) ?? [];
    expect(told).toEqual(digests);
    expect(last?.messages[0]?.role).toBe('system');
    expect(JSON.stringify(last)).not.toMatch(/base64|sk-scripted/);
  });

  it('leaves text and cards in the transcript, in the order in which they happened', async () => {
    const { calls } = await readTranscript(connected.api, threadId());
    expect(calls.map(({ call }) => call.tool.replace('computer_', ''))).toEqual([
      ...['describe', 'observe', 'click', 'click', 'press_keys', 'press_keys', 'scroll', 'drag', 'observe'],
    ]);
    await composer.card('Observe desktop').first().getByText('Captured', { exact: true }).waitFor();
    for (const name of [/^Click /, /^Press k/, /^Press control\+e/, /^Scroll down 3 steps/, /^Drag /]) {
      await composer.card(name).first().getByText('Executed', { exact: true }).waitFor();
    }
    await composer.answers.last().getByText('is green now').waitFor();
    const title = watched.page.getByRole('heading', { name: 'Try out everything', level: 1 });
    expect(await title.count()).toBe(1);
  });

  it('shows the very same after a reload, and in another browser', async () => {
    const live = await composer.text();
    await watched.page.reload();
    await composer.answers.last().getByText('is green now').waitFor();
    expect(await composer.text()).toEqual(live);
    const other = await chromium.open(connected.api);
    await other.page.goto(`/conversations/${threadId()}`);
    const elsewhere = new ComposerScreen(other.page);
    await elsewhere.answers.last().getByText('is green now').waitFor();
    expect(await elsewhere.text()).toEqual(live);
    await other.page.context().close();
  });

  it('goes on in the same conversation, knowing what was done before', async () => {
    await composer.send('And once more.');
    await composer.ended('Finished', 60_000);
    const first = models.requests().findLast(({ messages }) => messages.at(-1)?.text === 'And once more.');
    const told = first?.messages.map(({ text }) => text).join('\n') ?? '';
    expect(told).toContain(prompt);
    expect(told).toContain('is **green** now');
    expect(first?.messages.some(({ images }) => images.length > 0)).toBe(false);
  });
});

const threadId = (): string => new URL(watched.page.url()).pathname.split('/').at(-1) ?? '';

function isInside(event: AppEvent | undefined, { x, y, width, height }: Place): boolean {
  const { x_root = -1, y_root = -1 } = event ?? {};
  return x_root >= x && y_root >= y && x_root < x + width && y_root < y + height;
}

function distance(from: AppEvent | undefined, to: AppEvent | undefined): number {
  return Math.hypot((to?.x_root ?? 0) - (from?.x_root ?? 0), (to?.y_root ?? 0) - (from?.y_root ?? 0));
}
