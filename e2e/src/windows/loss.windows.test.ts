import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { centreOf } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { pairingsSchema } from '../web-ui/api-schemas.ts';
import { deviceThat, startOperatorRun } from '../web-ui/operator-run.ts';
import { readyDevice } from '../web-ui/pair-daemon.ts';
import { startCalledProgram } from './called-program.ts';
import {
  bindWindows,
  startConnectedWindows,
  startWindowsDaemon,
  type ConnectedWindows,
} from './connected-windows.ts';
import { gestures, recordingPlace } from './recording-window.ts';
import { envdScript } from './windows-program.ts';

const teardown = createTeardown();
let connected: ConnectedWindows;

beforeAll(async () => {
  connected = await startConnectedWindows(teardown);
});
afterAll(() => teardown.close());

describe('a daemon that is killed on Windows in the middle of a drag', () => {
  it('leaves the button down, and releases it with its next start as the same device', async () => {
    const { api, daemon, device, window, windows } = connected;
    const run = await startOperatorRun(api, await bindWindows(api, device));
    const { observation_id } = await run.observe();
    const start = centreOf(recordingPlace);
    const drag = { observation_id, start, end: { x: start.x + 200, y: start.y + 200 }, button: 'left' };
    const events = await window.during(async () => {
      const answer = run.call('computer_drag', { ...drag, duration_ms: 3_000 });
      await window.waitFor('the press', ({ type }) => type === 'press');
      daemon.kill('SIGKILL');
      await daemon.exited;
      expect((await answer).result).toMatchObject({ kind: 'error', code: 'unknown_outcome' });
      expect(await window.keysDown()).toEqual([1]);

      const next = await startWindowsDaemon({ windows, origin: api.origin }, teardown);
      await readyDevice(api, device.device_id);
      expect(next.errors.join('\n')).toContain('released what an earlier run left pressed');
      expect(await window.keysDown()).toEqual([]);
      connected = { ...connected, daemon: next };
    });
    expect(gestures(events)).toEqual(['press 1', 'release 1']);
    await run.finish();
  });
});

describe('a Windows desktop that is not the one that is shown', () => {
  it('lets no daemon connect, which says what to do', async () => {
    const { api, windows } = connected;
    const { pairings } = await api.get('/api/pairings', pairingsSchema);
    const { program } = await startCalledProgram({
      windows,
      name: 'away.ts',
      args: ['away', envdScript, 'connect', api.origin, '--computer-use', 'true', '--instance', 'second'],
      teardown,
    });
    expect((await program.exited).code).not.toBe(0);
    expect(program.errors.join('\n')).toMatch(/input desktop.*\n?.*[Ss]ign in/);
    expect((await api.get('/api/pairings', pairingsSchema)).pairings).toEqual(pairings);
  });

  it('is said to be so while it lasts, and works again without a new start', async () => {
    const { api, daemon, device, windows, window } = connected;
    daemon.kill('SIGINT');
    await daemon.exited;
    const away = await startCalledProgram({
      windows,
      name: 'away.ts',
      args: ['here', envdScript, 'connect', api.origin, '--computer-use', 'true'],
      teardown,
    });
    await readyDevice(api, device.device_id);
    const run = await startOperatorRun(api, await bindWindows(api, device));
    const { observation_id } = await run.observe();

    await away.call('leave', z.unknown());
    const unavailable = {
      kind: 'error',
      code: 'provider_unavailable',
      dispatch_stage: 'pre_dispatch',
      safe_detail: 'computer_windows_desktop_unavailable',
    };
    const point = centreOf(recordingPlace);
    const click = { observation_id, point, button: 'left' };
    const events = await window.during(async () => {
      expect((await run.call('computer_click', click)).result).toMatchObject(unavailable);
    });
    expect(gestures(events)).toEqual([]);
    expect((await run.call('computer_observe', {})).result).toMatchObject(unavailable);

    await away.call('comeBack', z.unknown());
    const again = await run.observe();
    const clicks = await window.during(async () => {
      const answer = await run.call('computer_click', { ...click, observation_id: again.observation_id });
      expect(answer.result).toMatchObject({ kind: 'action', ok: true });
    });
    expect(gestures(clicks)).toEqual(['press 1', 'release 1']);
    await deviceThat(api, device.device_id, {
      what: 'ready again',
      is: ({ desktop, problem }) => desktop?.observe_ready === true && problem === null,
    });
  });
});
