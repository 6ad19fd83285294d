import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import type { AppEvent } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import { addModel, endedTranscript, startModelRun } from '../web-ui/model-run.ts';
import { bindThread, controlOperations, readTranscript } from '../web-ui/operator-run.ts';
import { readyDevice } from '../web-ui/pair-daemon.ts';
import { startConnectedDesktop, type ConnectedDesktop } from './connected-desktop.ts';

const plans = ['slow-talker', 'long-drag', 'echo', 'never-ends', 'demo-clicker', 'full-tour'];
const stopLimitMs = 1_000;

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let models: ModelServer;
let watched: WatchedPage;
let composer: ComposerScreen;

beforeAll(async () => {
  [connected, models] = await Promise.all([
    startConnectedDesktop(teardown),
    startModelServer({ paceMs: 20, teardown }),
  ]);
  for (const plan of plans) await addModel(connected.api, { baseUrl: models.baseUrl, plan });
  watched = await chromium.open(connected.api);
  composer = new ComposerScreen(watched.page);
});
afterAll(() => teardown.close());

describe('Stop', () => {
  it('ends an answer in the middle of a word within a second, and the model is let go', async () => {
    const threadId = await openConversation('slow-talker');
    await composer.send('Count to six hundred.');
    await composer.answers.getByText('word 3,').waitFor();
    const tookMs = await elapsed(async () => {
      await composer.stopButton.click();
      await composer.ended('Stopped');
    });
    expect(tookMs).toBeLessThan(stopLimitMs);
    await composer.answers.getByText('The stream ended here.').waitFor();
    expect(await models.endOf(lastRequest())).toBe('left');
    const { runs } = await readTranscript(connected.api, threadId);
    expect(runs.map(({ state, ended_by }) => [state, ended_by])).toEqual([['stopped', 'person']]);
  });

  it('is Esc Esc as well, also in the middle of a drag, whose button comes up', async () => {
    const { app } = connected;
    await openConversation('long-drag');
    const before = app.events().length;
    await composer.send('Draw something.');
    const onCanvas = (type: string) => (event: AppEvent) =>
      event.n > before && event.widget === 'canvas' && event.type === type;
    await app.waitFor('the press', onCanvas('button_press'));
    const tookMs = await elapsed(async () => {
      await watched.page.keyboard.press('Escape');
      await watched.page.keyboard.press('Escape');
      await app.waitFor('the release', onCanvas('button_release'));
      await composer.ended('Stopped');
    });
    expect(tookMs).toBeLessThan(stopLimitMs);
    await composer
      .card(/^Drag /)
      .getByText(/^(Partly executed|Effect unknown)$/)
      .waitFor();
    expect(app.events().filter(onCanvas('button_press'))).toHaveLength(1);
  });
});

describe('what is said while a run goes on', () => {
  it('waits its turn, can be taken back, and begins by itself', async () => {
    // It goes on for as long as it is not answered.
    const threadId = await openConversation('demo-clicker');
    await composer.chooseApproval('Ask once for this purpose');
    await composer.send('Click it.');
    await composer
      .card(/^Click /)
      .getByText('Waiting for you', { exact: true })
      .waitFor();
    await composer.chooseWho('echo');
    await composer.queue('This is the second prompt.');
    const third = await composer.queue('This is taken back.');
    await third.getByRole('button', { name: 'Remove from the queue' }).click();
    await third.waitFor({ state: 'detached' });
    await watched.page.getByRole('button', { name: 'Approve' }).first().click();
    await composer.answers.last().getByText('You wrote: This is the second prompt.').waitFor();
    const { runs, messages } = await endedTranscript(connected.api, threadId);
    expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'stopped']);
    const prompts = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(prompts.slice(0, 2)).toEqual(['Click it.', 'This is the second prompt.']);
    const told = lastRequest().messages.map(({ text }) => text);
    expect(told.at(-1)).toBe('This is the second prompt.');
    expect(told.join('\n')).toContain('Click it.');
  });
});

describe('a budget', () => {
  it('of two steps ends a run that would go on for ever, and says so', async () => {
    const threadId = await openConversation('never-ends');
    await composer.chooseSteps(2);
    await composer.send('Keep an eye on it.');
    const end = await composer.ended('Stopped');
    await end.getByText(/steps/).waitFor();
    const { runs, calls } = await readTranscript(connected.api, threadId);
    expect(runs.map(({ ended_by, usage }) => [ended_by, usage.steps])).toEqual([['budget_steps', 2]]);
    expect(calls).toHaveLength(2);
  });

  it('of ten seconds, the least there is, ends an answer that goes on', async () => {
    const { api } = connected;
    const threadId = await openConversation('slow-talker');
    const modelId = await addModel(api, { baseUrl: models.baseUrl, plan: 'slow-talker', name: 'Slow' });
    await startModelRun(api, { threadId, modelId, prompt: 'Count.', wallTimeSeconds: 10 });
    await composer.ended('Stopped');
    const { runs, messages } = await readTranscript(api, threadId);
    expect(runs.map(({ state, ended_by }) => [state, ended_by])).toEqual([['stopped', 'budget_wall_time']]);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', state: 'cut' });
  });
});

describe('a run that asks first', () => {
  it('waits before its input, which is sent after the yes, on a fresh look at the same desktop', async () => {
    const { app } = connected;
    await openConversation('demo-clicker');
    await composer.chooseApproval('Ask before each input');
    const asked = await app.during(async () => {
      await composer.send('Click it.');
      await composer
        .card(/^Click /)
        .getByText('Waiting for you', { exact: true })
        .waitFor();
    });
    expect(asked.filter(({ type }) => type === 'button_press')).toEqual([]);
    const approved = await app.during(async () => {
      await watched.page.getByRole('button', { name: 'Approve' }).first().click();
      await composer.ended('Finished');
    });
    expect(approved.filter(({ type }) => type === 'button_press').map(({ widget }) => widget)).toEqual([
      'target',
    ]);
    await composer
      .card(/^Click /)
      .last()
      .getByText('Executed', { exact: true })
      .waitFor();
  });

  it('sends nothing after a no', async () => {
    const { app } = connected;
    await openConversation('demo-clicker');
    await composer.chooseApproval('Ask before each input');
    const events = await app.during(async () => {
      await composer.send('Click it.');
      for (let asked = 0; asked < 3; asked += 1) {
        await composer
          .card(/^Click /)
          .getByText('Waiting for you', { exact: true })
          .waitFor();
        await watched.page.getByRole('button', { name: 'Deny' }).first().click();
        await composer
          .card(/^Click /)
          .nth(asked)
          .getByText('Denied by you')
          .waitFor();
      }
      await composer.ended('Finished');
    });
    expect(events.filter(({ type }) => type === 'button_press')).toEqual([]);
    await composer.answers.last().getByText('I stop here').waitFor();
  });

  it('for its purpose is asked once, whatever it then does', async () => {
    const { app } = connected;
    const threadId = await openConversation('full-tour');
    await composer.chooseApproval('Ask once for this purpose');
    const events = await app.during(async () => {
      await composer.send('Try out everything.');
      await composer
        .card(/^Click /)
        .getByText('Waiting for you', { exact: true })
        .waitFor();
      await watched.page.getByRole('button', { name: 'Approve' }).first().click();
      await composer.ended('Finished', 60_000);
    });
    expect(events.filter(({ type }) => type === 'button_press').map(({ widget }) => widget)).toEqual([
      ...['target', 'entry', 'list', 'list', 'list', 'canvas'],
    ]);
    const { approvals } = await readTranscript(connected.api, threadId);
    expect(approvals.map(({ state }) => state)).toEqual(['approved']);
  });
});

describe('a desktop that goes away during a run', () => {
  it('is said to be offline at once, the model is told, and nothing is sent again', async () => {
    const { cable, api, device } = connected;
    await openConversation('long-drag');
    const sent = cable.sentToDaemon('"method":"computer.drag"');
    await composer.send('Draw something.');
    const card = composer.card(/^Drag /).first();
    await card.getByText('Running', { exact: true }).waitFor();
    cable.cut();
    await composer.composer.getByText('desktop is offline').waitFor();
    await card.getByText(/not sent again/).waitFor();
    await composer.ended('Finished');
    await composer.answers.last().getByText('I stop here').waitFor();
    cable.plugIn();
    await readyDevice(api, device.device_id);
    await composer.composer.getByText('desktop is offline').waitFor({ state: 'detached' });
    expect(cable.sentToDaemon('"method":"computer.drag"')).toBe(sent + 1);
  });
});

describe('a picture that is kept no longer', () => {
  it('leaves its place in the transcript, and everything else that is known', async () => {
    const { webUi, api } = connected;
    const threadId = await openConversation('demo-clicker');
    await composer.send('Click it.');
    await composer.ended('Finished');
    const texts = await composer.text();
    const images = join(webUi.dataDirectory, 'attachments');
    for (const name of await readdir(images)) await rm(join(images, name));
    const later = await chromium.open(api);
    later.expectComplaints(/410/);
    await later.page.goto(`/conversations/${threadId}`);
    const shown = new ComposerScreen(later.page);
    await shown.card('Observe desktop').first().getByText('This image has expired.').waitFor();
    await shown
      .card(/^Click /)
      .getByText('Executed', { exact: true })
      .waitFor();
    expect((await shown.text()).length).toBe(texts.length);
  });
});

/** A new conversation that may do everything on the desktop, with this model chosen. */
async function openConversation(model: string): Promise<string> {
  const threadId = await bindThread(connected.api, {
    deviceId: connected.device.device_id,
    operations: controlOperations,
    workingDirectory: connected.desktop.directory,
  });
  await watched.page.goto(`/conversations/${threadId}`);
  await composer.chooseWho(model);
  return threadId;
}

function lastRequest() {
  const last = models.requests().at(-1);
  if (last === undefined) throw new Error('No model was asked.');
  return last;
}

async function elapsed(act: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await act();
  return performance.now() - before;
}
