import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { addEnvironment, type PresetLabel } from '../browser/environment-screens.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { centreOf } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import * as z from 'zod';
import { threadSchema } from '../web-ui/api-schemas.ts';
import {
  bindThread,
  controlOperations,
  observeOperations,
  OperatorRun,
  readTranscript,
  startOperatorRun,
} from '../web-ui/operator-run.ts';
import { startConnectedDesktop, startControlRun, type ConnectedDesktop } from './connected-desktop.ts';

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let watched: WatchedPage;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  watched = await chromium.open(connected.api);
});
afterAll(() => teardown.close());

describe('what a conversation may do', () => {
  it('is nothing on the desktop unless the person allowed it', async () => {
    const { stage } = await startInBrowser();
    await stage.getByText('This run may do nothing on a desktop').waitFor();
    const run = await shownRun();
    expect(run.run.tools).toEqual([]);
    await expectRefused(run, 'computer_observe', {});
    await expectRefused(run, 'computer_press_keys', { keys: ['a'] });
    await run.finish();
  });

  it('is looking only when only looking is allowed', async () => {
    const operator = await startInBrowser('Desktop observation only');
    await operator.observe();
    const { stage } = operator;
    const press = stage.getByRole('radiogroup', { name: 'A press on the image' });
    expect(await press.getByRole('radio').count()).toBe(1);
    await press.getByText('Zoom', { exact: true }).waitFor();
    expect(await stage.getByRole('textbox', { name: 'Keys' }).count()).toBe(0);

    const run = await shownRun();
    expect(run.run.tools.toSorted()).toEqual(['computer_describe', 'computer_observe', 'computer_zoom']);
    const { observation_id } = await run.observe();
    const point = centreOf(connected.app.widgets.target);
    await expectRefused(run, 'computer_click', { observation_id, point, button: 'left' });
    await expectRefused(run, 'computer_move', { observation_id, point });
    await operator.cards.last().getByText('The allowed actions of “desktop” do not include').waitFor();
    await run.finish();
  });

  it('stays what it was when the run began, whatever is saved meanwhile', async () => {
    const { api, app } = connected;
    const run = await startControlRun(connected);
    await saveOperations(run.threadId, observeOperations);
    const { observation_id } = await run.observe();
    const click = { observation_id, point: centreOf(app.widgets.target), button: 'left' };
    expect((await run.call('computer_click', click)).result).toMatchObject({ kind: 'action', ok: true });
    await run.finish();

    const next = await startOperatorRun(api, run.threadId);
    const seen = await next.observe();
    await expectRefused(next, 'computer_click', { ...click, observation_id: seen.observation_id });
    await next.finish();
  });

  it('is never more than its project allows', async () => {
    const { api, device, desktop } = connected;
    const project = await api.post('/api/projects', {
      body: { name: 'Looking', configuration: configurationWith(observeOperations) },
      answer: z.object({ project_id: z.string() }),
    });
    const threadId = await bindThread(api, {
      deviceId: device.device_id,
      operations: controlOperations,
      workingDirectory: desktop.directory,
      projectId: project.project_id,
    });
    const run = await startOperatorRun(api, threadId);
    expect(run.run.tools).not.toContain('computer_click');
    const { observation_id } = await run.observe();
    await expectRefused(run, 'computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' });
    await run.finish();
  });

  it('cannot be reached with a screenshot of another run', async () => {
    const [first, second] = [await startControlRun(connected), await startControlRun(connected)];
    const { observation_id } = await first.observe();
    const click = { observation_id, point: centreOf(connected.app.widgets.target), button: 'left' };
    const seen = await connected.app.during(async () => {
      expect((await second.call('computer_click', click)).result).toMatchObject({
        kind: 'error',
        code: 'conflict',
        dispatch_stage: 'pre_dispatch',
      });
    });
    expect(seen.filter(({ type }) => type === 'button_press')).toEqual([]);
    await Promise.all([first.finish(), second.finish()]);
  });
});

/** A new conversation with this preset, or the one that is preset, whose run has just begun. */
async function startInBrowser(preset?: PresetLabel): Promise<OperatorScreen> {
  const { page } = watched;
  await page.goto('/');
  await addEnvironment(page, preset);
  const operator = new OperatorScreen(page);
  await operator.startRun();
  return operator;
}

/** The run that the browser shows, for what a browser does not offer. */
async function shownRun(): Promise<OperatorRun> {
  const threadId = new URL(watched.page.url()).pathname.split('/').at(-1) ?? '';
  const { runs } = await readTranscript(connected.api, threadId);
  const [run] = runs;
  if (run === undefined) throw new Error('The conversation has no run.');
  return new OperatorRun(connected.api, threadId, run);
}

/** Denied before anything is sent, and nothing reached the application. */
async function expectRefused(run: OperatorRun, tool: string, args: Record<string, unknown>): Promise<void> {
  const seen = await connected.app.during(async () => {
    expect((await run.call(tool, args)).result).toMatchObject({
      kind: 'error',
      code: 'denied',
      dispatch_stage: 'pre_dispatch',
    });
  });
  expect(seen.filter(({ type }) => /^(button|key|motion)/.test(type))).toEqual([]);
}

function configurationWith(operations: readonly string[]) {
  const { device, desktop } = connected;
  const binding = {
    device_id: device.device_id,
    alias: 'desktop',
    working_directory: desktop.directory,
    permission_ceiling: { operations },
  };
  return { environment_bindings: [binding], default_environment: 'desktop' };
}

async function saveOperations(threadId: string, operations: readonly string[]): Promise<void> {
  const body = { configuration: configurationWith(operations) };
  const response = await connected.api.send('PATCH', `/api/threads/${threadId}`, body);
  expect(threadSchema.parse(await response.json()).thread_id).toBe(threadId);
}
