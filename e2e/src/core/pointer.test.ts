import type { EipSession } from '@harness-desktop/eip-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { centreOf, startRecordingApp, type RecordingApp } from '../harness/recording-app.ts';
import { refusalOf } from '../harness/refusal.ts';
import { startRig, startRigDaemon, type Rig, type RigConnection } from '../harness/rig.ts';
import { createTeardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';

/** The monitor is 1280 pixels wide and so is the image: their pixels coincide. */
describe('pointer', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let app: RecordingApp;
  let connection: RigConnection;
  let session: EipSession;

  beforeAll(async () => {
    rig = await startRig({ size: '1280x720', teardown });
    app = await startRecordingApp({ desktop: rig.desktop, teardown });
    connection = await rig.nextConnection();
  });
  afterAll(() => teardown.close());
  beforeEach(async () => {
    session = await connection.openSession();
  });
  afterEach(() => session.close());

  const observe = async (): Promise<string> => (await session.observeComputer()).observation.observation_id;
  const nothingHeld = async (): Promise<void> => {
    expect(await readXState(rig.desktop)).toMatchObject({ buttons: [], keys: [] });
  };
  const presses = (events: readonly { type: string; button?: number | undefined }[]): number[] =>
    events.filter(({ type }) => type === 'button_press').map(({ button }) => button ?? 0);

  it('P1 clicks and scrolls logically under a remapped pointer', async () => {
    await rig.desktop.run('xmodmap', '-e', 'pointer = 3 2 1 5 4 7 6');
    try {
      const observationId = await observe();
      const point = centreOf(app.widgets.target);
      const clicked = await app.during(async () => {
        const result = await session.click({ observationId, point, button: 'left' });
        expect(result).toMatchObject({ effect: 'executed', input_cleanup_complete: true });
      });
      expect(presses(clicked)).toEqual([1]);
      const scrolled = await app.during(async () => {
        await session.scroll({ observationId, point, deltaX: 2, deltaY: 3, unit: 'steps' });
      });
      const wheel = scrolled
        .filter(({ type }) => type === 'button_press')
        .map(
          ({ button, modifiers = [] }) => `${button ?? 0}${modifiers.includes('shift') ? ' with shift' : ''}`,
        )
        .sort();
      // Tk reports the horizontal wheel as the vertical one with Shift.
      expect(wheel).toEqual(['5', '5', '5', '5 with shift', '5 with shift']);
    } finally {
      await rig.desktop.run('xmodmap', '-e', 'pointer = default');
    }
    await nothingHeld();
  });

  it('P2 makes exactly one double click of count 2', async () => {
    const observationId = await observe();
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      await session.click({ observationId, point, button: 'left', count: 2 });
    });
    expect(presses(events)).toEqual([1, 1]);
    expect(events.filter(({ type }) => type === 'double_click')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'triple_click')).toHaveLength(0);
  });

  it('P3 refuses to scroll by pixels and does not move the pointer', async () => {
    const observationId = await observe();
    const before = await readXState(rig.desktop);
    const events = await app.during(async () => {
      const error = await refusalOf(
        session.scroll({
          observationId,
          point: centreOf(app.widgets.list),
          deltaX: 0,
          deltaY: 40,
          unit: 'pixels',
        }),
      );
      expect(error.details.safe_detail).toBe('computer_scroll_steps_required');
      expect(error.dispatchStage).toBe('pre_dispatch');
    });
    expect(events).toEqual([]);
    expect((await readXState(rig.desktop)).pointer).toEqual(before.pointer);
  });

  it('P4 refuses 101 steps', async () => {
    const observationId = await observe();
    const point = centreOf(app.widgets.list);
    const error = await refusalOf(
      session.scroll({ observationId, point, deltaX: 0, deltaY: 101, unit: 'steps' }),
    );
    expect(error.errorType).toBe('invalid_params');
  });

  it('P5 drags from press through at least 10 motions to release', async () => {
    const observationId = await observe();
    const events = await app.during(async () => {
      const result = await session.drag({
        observationId,
        start: { x: 400, y: 400 },
        end: { x: 600, y: 500 },
        button: 'left',
        durationMs: 200,
      });
      expect(result).toMatchObject({ effect: 'executed', input_cleanup_complete: true });
    });
    const press = events.findIndex(({ type }) => type === 'button_press');
    const release = events.findIndex(({ type }) => type === 'button_release');
    expect(events[press]).toMatchObject({ button: 1, x_root: 400, y_root: 400 });
    expect(events[release]).toMatchObject({ button: 1, x_root: 600, y_root: 500 });
    const motions = events.slice(press, release).filter(({ type }) => type === 'motion');
    expect(motions.length).toBeGreaterThanOrEqual(10);
    expect(motions.at(-1)).toMatchObject({ x_root: 600, y_root: 500 });
    await nothingHeld();
  });

  const startLongDrag = async (on: EipSession, operationId: string) => {
    const { observation } = await on.observeComputer();
    const seen = app.events().length;
    const outcome = on
      .drag({
        observationId: observation.observation_id,
        start: { x: 200, y: 400 },
        end: { x: 800, y: 600 },
        button: 'left',
        durationMs: 3000,
        operationId,
      })
      .then(
        (result) => ({ result, error: undefined }),
        (error: unknown) => ({ result: undefined, error }),
      );
    const news = () => app.events().slice(seen);
    const press = await eventually(() => news().find(({ type }) => type === 'button_press'), {
      what: 'the press of the drag',
    });
    // It is under way for 300 ms by the clock of the X server.
    await eventually(
      () => news().find(({ type, time = 0 }) => type === 'motion' && time >= (press.time ?? 0) + 300),
      { what: 'a motion 300 ms after the press' },
    );
    return { outcome, news };
  };

  it('P6 stops a cancelled drag within 50 ms and says partial', async () => {
    const { outcome, news } = await startLongDrag(session, 'long-drag');
    const cancelledAt = Date.now();
    await session.cancel('long-drag');
    const { result } = await outcome;
    expect(result).toMatchObject({ effect: 'partial', input_cleanup_complete: true });
    expect(result?.receipt.outcome).toBe('cancelled');
    const release = await app.waitFor('the release', ({ type, n }) => {
      return type === 'button_release' && n > (news()[0]?.n ?? 0);
    });
    expect(release.at * 1000 - cancelledAt).toBeLessThanOrEqual(50);
    const later = await app.during(async () => Promise.resolve());
    expect(later).toEqual([]);
    expect(news().filter(({ n, type }) => n > release.n && type === 'motion')).toEqual([]);
    await nothingHeld();
  });

  it('P7 refuses to click while a person holds the button, and leaves it held', async () => {
    const observationId = await observe();
    await rig.desktop.run('xdotool', 'mousemove', '300', '500', 'mousedown', '1');
    try {
      const events = await app.during(async () => {
        const error = await refusalOf(
          session.click({ observationId, point: centreOf(app.widgets.target), button: 'left' }),
        );
        expect(error.errorType).toBe('conflict');
        expect(error.details.safe_detail).toBe('computer_input_held');
        expect(error.dispatchStage).toBe('pre_dispatch');
      });
      expect(events.filter(({ x_root = 300, y_root = 500 }) => x_root !== 300 || y_root !== 500)).toEqual([]);
      expect(presses(events).filter((button) => button !== 1)).toEqual([]);
      expect(await readXState(rig.desktop)).toMatchObject({ buttons: [1], pointer: { x: 300, y: 500 } });
    } finally {
      await rig.desktop.run('xdotool', 'mouseup', '1');
    }
  });

  it('P9 releases the button when the socket drops, says unknown and does not drag again', async () => {
    const { outcome } = await startLongDrag(session, 'dropped-drag');
    connection.socket.terminate();
    const { error } = await outcome;
    expect(error).toMatchObject({ errorType: 'unknown_outcome', dispatchStage: 'unknown' });
    await eventually(async () => ((await readXState(rig.desktop)).buttons.length === 0 ? true : undefined), {
      what: 'the release of the button',
    });
    connection = await rig.nextConnection();
    const events = await app.during(async () => {
      session = await connection.openSession();
      await session.describeComputer();
    });
    expect(presses(events)).toEqual([]);
    await nothingHeld();
  });

  it('P8 leaves nothing held when the daemon is asked to end in a drag', async () => {
    const { outcome } = await startLongDrag(session, 'ended-drag');
    rig.daemon.kill('SIGTERM');
    const { code, signal } = await rig.daemon.exited;
    await outcome;
    expect([0, 143]).toContain(signal === 'SIGTERM' ? 143 : code);
    await nothingHeld();
    await startRigDaemon({ desktop: rig.desktop, host: rig.host, teardown });
    connection = await rig.nextConnection();
    session = await connection.openSession();
  });
});
