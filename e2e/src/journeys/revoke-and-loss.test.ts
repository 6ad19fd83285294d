import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { deviceCard, revokeDevice } from '../browser/environment-screens.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { startDisposableDesktop } from '../harness/disposable-desktop.ts';
import type { Program } from '../harness/program.ts';
import { startRecordingApp, type AppEvent, type RecordingApp } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { deviceSchema } from '../web-ui/api-schemas.ts';
import { deviceThat, readTranscript } from '../web-ui/operator-run.ts';
import { readyDevice, startConnect } from '../web-ui/pair-daemon.ts';
import { startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';
import { startConnectedDesktop, startControlRun, type ConnectedDesktop } from './connected-desktop.ts';

const dragMethod = '"method":"computer.drag"';

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let app: RecordingApp;
let daemon: Program;
let webUi: WebUi;
let watched: WatchedPage;
let operator: OperatorScreen;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  ({ app, daemon, webUi } = connected);
  watched = await chromium.open(connected.api);
  operator = new OperatorScreen(watched.page);
});
afterAll(() => teardown.close());

describe('what is lost in the middle of a drag', () => {
  it('is unknown when the cable is cut, is released, and is never sent again', async () => {
    const { api, cable, device } = connected;
    await showRun();
    const sent = cable.sentToDaemon(dragMethod);
    const drag = await dragUntilHeld();
    cable.cut();
    await operator.stage.getByText(`${device.name} is offline`).waitFor();
    await unknown(drag.card);
    await drag.released();

    cable.plugIn();
    await readyDevice(api, device.device_id);
    await operator.observe();
    expect(cable.sentToDaemon(dragMethod)).toBe(sent + 1);
    expect(drag.presses()).toHaveLength(1);
    await operator.finishRun();
  });

  it('is unknown when the server is killed; the transcript stays and no run is left running', async () => {
    const { api, device } = connected;
    const threadId = await showRun();
    const titles = await operator.titles();
    const drag = await dragUntilHeld();
    watched.expectComplaints(/ERR_|Failed to load resource/);
    webUi.program.kill('SIGKILL');
    await webUi.program.exited;
    await drag.released();

    const { dataDirectory, origin } = webUi;
    webUi = await startWebUi({ dataDirectory, port: new URL(origin).port, teardown });
    await operator.transcript.getByText('Failed', { exact: true }).first().waitFor();
    await unknown(drag.card);
    const { runs, calls } = await readTranscript(api, threadId);
    expect(runs.map(({ state }) => state)).toEqual(['failed']);
    expect(calls.map(({ state }) => state)).toEqual(['finished', 'finished']);
    expect((await operator.titles()).slice(0, titles.length)).toEqual(titles);

    await readyDevice(api, device.device_id);
    await operator.startRun();
    await operator.observe();
    expect(drag.presses()).toHaveLength(1);
    await operator.finishRun();
  });

  it('is unknown when the daemon is killed, which comes back as the same device', async () => {
    const { api, device, pairing } = connected;
    await showRun();
    const drag = await dragUntilHeld();
    daemon.kill('SIGKILL');
    await operator.stage.getByText(`${device.name} is offline`).waitFor();
    await unknown(drag.card);

    daemon = await startConnect(pairing);
    await readyDevice(api, device.device_id);
    const { devices } = await api.get('/api/devices', z.object({ devices: z.array(deviceSchema) }));
    expect(devices.map(({ device_id }) => device_id)).toEqual([device.device_id]);
    await operator.observe();
    expect(drag.presses()).toHaveLength(1);
    await operator.finishRun();
  });
});

describe('a desktop whose X server is killed', () => {
  it('is said to be unavailable; the daemon lives, and works again on the next server', async () => {
    const { desktop, device, api } = connected;
    await showRun();
    process.kill(desktop.serverPid, 'SIGKILL');
    await failedObserve(/desktop of this session was lost/);
    await failedObserve(/No connection to the desktop/);
    expect(() => daemon.kill('SIGCONT')).not.toThrow();
    await deviceThat(api, device.device_id, {
      what: 'connected without a desktop to show',
      is: ({ status, desktop, problem }) =>
        status === 'connected' && desktop?.observe_ready === false && problem !== null,
    });

    const next = await startDisposableDesktop({ inPlaceOf: desktop, teardown });
    app = await startRecordingApp({ desktop: next, name: 'events-again', teardown });
    const seen = await operator.observe();
    await seen.getByText('1280 × 720').waitFor();
    await deviceThat(api, device.device_id, {
      what: 'ready again',
      is: ({ desktop: now, problem }) => now?.observe_ready === true && problem === null,
    });
    await operator.finishRun();
  });
});

describe('a revoked device', () => {
  it('is cut off at once, also in the middle of a drag, and its daemon ends with the reason', async () => {
    const { api, device } = connected;
    await showRun();
    const settings = await chromium.open(api);
    await settings.page.goto('/settings/environments');
    const drag = await dragUntilHeld();
    await revokeDevice(settings.page, device.name);
    await deviceCard(settings.page, device.name).getByText('Revoked', { exact: true }).waitFor();
    await unknown(drag.card);
    await drag.released();
    await operator.stage.getByText(`${device.name} is revoked`).waitFor();
    expect(await daemon.exited).toMatchObject({ code: 1 });
    expect(daemon.errors.join('\n')).toMatch(/revoked/);
  });
});

/** Shows a new conversation whose run has seen the desktop once, ready to drag for three seconds. */
async function showRun(): Promise<string> {
  const { threadId } = await startControlRun(connected);
  await watched.page.goto(`/conversations/${threadId}`);
  await operator.observe();
  await operator.chooseMode('Drag');
  await operator.stage.getByRole('textbox', { name: 'Duration, ms' }).fill('3000');
  return threadId;
}

type HeldDrag = {
  readonly card: Locator;
  presses(): readonly AppEvent[];
  released(): Promise<AppEvent>;
};

/** Drags on the canvas and returns while the application sees the button held. */
async function dragUntilHeld(): Promise<HeldDrag> {
  const { canvas } = app.widgets;
  const before = app.events().length;
  const cards = await operator.cards.count();
  await operator.drawDrag({ x: canvas.x + 40, y: canvas.y + 40 }, { x: canvas.x + 400, y: canvas.y + 200 });
  const since = (event: AppEvent): boolean => event.n > before && event.widget === 'canvas';
  await app.waitFor('the press', (event) => since(event) && event.type === 'button_press');
  return {
    card: operator.cards.nth(cards),
    presses: () => app.events().filter((event) => since(event) && event.type === 'button_press'),
    released: () => app.waitFor('the release', (event) => since(event) && event.type === 'button_release'),
  };
}

/** Observes in vain; the card says why. */
async function failedObserve(reason: RegExp): Promise<void> {
  const card = await operator.answered('Observe desktop', () => operator.pressObserve());
  await card.getByText('Error', { exact: true }).waitFor();
  await card.getByText(reason).waitFor();
}

/** The card says that nobody knows how far it went, and that it is not repeated. */
async function unknown(card: Locator): Promise<void> {
  await card.getByText(/not sent again/).waitFor();
  await card.getByText('unknown_outcome', { exact: true }).waitFor();
}
