import { afterAll, beforeAll, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { addModel } from '../web-ui/model-run.ts';
import { readTranscript } from '../web-ui/operator-run.ts';
import { bindWindows, startConnectedWindows, type ConnectedWindows } from './connected-windows.ts';
import { gestures, recordingPlace } from './recording-window.ts';

const text = 'Grüße, 日本語 😀';
const nearPixels = 8;

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedWindows;
let models: ModelServer;

beforeAll(async () => {
  [connected, models] = await Promise.all([startConnectedWindows(teardown), startModelServer({ teardown })]);
  await addModel(connected.api, { baseUrl: models.baseUrl, plan: 'writer' });
});
afterAll(() => teardown.close());

it('lets a model that only sees screenshots click, drag, scroll, press chords and write in Windows programs', async () => {
  const { api, device, window } = connected;
  const threadId = await bindWindows(api, device);
  const { page } = await chromium.open(api);
  await page.goto(`/conversations/${threadId}`);
  const composer = new ComposerScreen(page);
  await composer.chooseWho('writer');
  const events = await window.during(async () => {
    await composer.send(`Write “${text}” in Notepad.`);
    await composer.ended('Finished', 60_000);
  });

  expect(gestures(events).filter((gesture) => !gesture.startsWith('key'))).toEqual([
    ...['press 1', 'release 1', 'press 1', 'release 1'],
    ...['wheel -1', 'wheel -1', 'wheel -1'],
  ]);
  const [click, dragStart] = events.filter(({ type }) => type === 'press');
  const { width, height } = recordingPlace;
  near(click, { x: width * 0.5, y: height * 0.5 });
  near(dragStart, { x: width * 0.2, y: height * 0.25 });
  near(
    events.findLast(({ type }) => type === 'release'),
    { x: width * 0.7, y: height * 0.75 },
  );
  await window.notepadHolds(text);

  const { calls } = await readTranscript(api, threadId);
  expect(calls.map(({ call, result }) => [call.tool, result?.kind])).toEqual([
    ['computer_observe', 'observation'],
    ...['click', 'drag', 'scroll', 'click', 'press_keys', 'press_keys', 'type_text'].map((tool) => [
      `computer_${tool}`,
      'action',
    ]),
    ['computer_observe', 'observation'],
  ]);
  expect(calls.every(({ result }) => result?.kind !== 'action' || result.ok)).toBe(true);
  const card = composer.card(/^Type 12 characters$/);
  expect(await card.getByRole('group', { name: 'Text to type' }).innerText()).toBe(text);
  expect(models.requests().at(-1)?.tools).toContain('computer_type_text');
});

function near(
  event: { readonly x?: number; readonly y?: number } | undefined,
  wanted: { x: number; y: number },
) {
  expect(Math.abs((event?.x ?? -1_000) - wanted.x)).toBeLessThanOrEqual(nearPixels);
  expect(Math.abs((event?.y ?? -1_000) - wanted.y)).toBeLessThanOrEqual(nearPixels);
}
