import type { EipSession } from '@harness-desktop/eip-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { temporaryDirectory } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import { centreOf, startRecordingApp, type AppEvent, type RecordingApp } from '../harness/recording-app.ts';
import { refusalOf } from '../harness/refusal.ts';
import { startRig, startRigDaemon, type Rig, type RigConnection } from '../harness/rig.ts';
import { startSolidWindow } from '../harness/solid-window.ts';
import { createTeardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';

/** Keycodes of a US keyboard, as evdev numbers them. */
const keycodes = { controlLeft: 37, shiftLeft: 50 } as const;

const ofType = (events: readonly AppEvent[], ...types: string[]): AppEvent[] =>
  events.filter(({ type }) => types.includes(type));
const heldWith = ({ modifiers = [] }: AppEvent): string[] =>
  modifiers.filter((name) => !name.startsWith('button'));

type Spot = { readonly x: number; readonly y: number };

/**
 * Where on a path a point lies: the number of its segment and how far along it. Toolkits merge motions that they are
 * too slow for, so not every step can be asked for; but none may be beside the path or out of order.
 */
function placeOn(path: readonly Spot[], { x, y }: Spot): number {
  const places = path.slice(1).flatMap((to, index) => {
    const from = path[index] ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length ** 2;
    const part = Math.min(1, Math.max(0, along));
    const offX = x - (from.x + (to.x - from.x) * part);
    const offY = y - (from.y + (to.y - from.y) * part);
    return Math.hypot(offX, offY) <= 1 ? [index + Math.min(part, 0.9999)] : [];
  });
  const [place] = places;
  if (place === undefined) throw new Error(`(${x}, ${y}) is not on the path.`);
  return place;
}

/** The monitor is 1280 pixels wide and so is the image: their pixels coincide. */
describe('input of version 0.100', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let app: RecordingApp;
  let connection: RigConnection;
  let session: EipSession;
  let observationId: string;

  beforeAll(async () => {
    rig = await startRig({ size: '1280x720', teardown });
    app = await startRecordingApp({ desktop: rig.desktop, teardown });
    connection = await rig.nextConnection();
  });
  afterAll(() => teardown.close());
  beforeEach(async () => {
    session = await connection.openSession();
    observationId = (await session.observeComputer()).observation.observation_id;
  });
  afterEach(async () => {
    await session.close();
    expect(await readXState(rig.desktop)).toMatchObject({ buttons: [], keys: [], locked: [] });
  });

  const executed = { effect: 'executed', input_cleanup_complete: true };

  it('clicks with Control down, and the click is over before Control is up', async () => {
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      const result = await session.click({ observationId, point, button: 'left', modifiers: ['control'] });
      expect(result).toMatchObject(executed);
    });
    const acted = ofType(events, 'key_press', 'key_release', 'button_press', 'button_release');
    expect(acted.map(({ type }) => type)).toEqual([
      ...['key_press', 'button_press', 'button_release', 'key_release'],
    ]);
    expect(acted[0]).toMatchObject({ keysym: 'Control_L' });
    expect(acted.slice(1, 3).map(heldWith)).toEqual([['control'], ['control']]);
  });

  it('scrolls with Shift down', async () => {
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      const scroll = { observationId, point, deltaX: 0, deltaY: 2, unit: 'steps' } as const;
      expect(await session.scroll({ ...scroll, modifiers: ['shift'] })).toMatchObject(executed);
    });
    const wheel = ofType(events, 'button_press');
    expect(wheel.map(({ button }) => button)).toEqual([5, 5]);
    expect(wheel.map(heldWith)).toEqual([['shift'], ['shift']]);
  });

  it('moves with Shift and Control down', async () => {
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      const result = await session.move({ observationId, point, modifiers: ['shift', 'control'] });
      expect(result).toMatchObject(executed);
    });
    const motion = ofType(events, 'motion').at(-1);
    expect(motion).toMatchObject({ x_root: point.x, y_root: point.y });
    expect(motion?.modifiers).toEqual(['shift', 'control']);
  });

  it('drags along a path with Control down and passes its points in order', async () => {
    const path = [
      { x: 100, y: 400 },
      { x: 700, y: 400 },
      { x: 700, y: 600 },
      { x: 311, y: 533 },
    ];
    const events = await app.during(async () => {
      const drag = { observationId, path, button: 'left', durationMs: 400 } as const;
      expect(await session.drag({ ...drag, modifiers: ['control'] })).toMatchObject(executed);
    });
    const press = events.findIndex(({ type }) => type === 'button_press');
    const release = events.findIndex(({ type }) => type === 'button_release');
    expect(events[press]).toMatchObject({ x_root: 100, y_root: 400, modifiers: ['control'] });
    expect(events[release]).toMatchObject({ x_root: 311, y_root: 533 });
    const motions = ofType(events.slice(press, release), 'motion');
    for (const { modifiers } of motions) expect(modifiers).toEqual(['control', 'button1']);
    const places = motions.map(({ x_root: x = 0, y_root: y = 0 }) => placeOn(path, { x, y }));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(new Set(places.map(Math.floor))).toEqual(new Set([0, 1, 2]));
    expect(motions.at(-1)).toMatchObject({ x_root: 311, y_root: 533 });
  });

  it('makes exactly one triple click of count 3', async () => {
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      await session.click({ observationId, point, button: 'left', count: 3 });
    });
    expect(ofType(events, 'button_press')).toHaveLength(3);
    expect(ofType(events, 'triple_click')).toHaveLength(1);
    expect(ofType(events, 'double_click')).toHaveLength(1);
  });

  it('presses the back and the forward button', async () => {
    const point = centreOf(app.widgets.canvas);
    const events = await app.during(async () => {
      for (const button of ['back', 'forward'] as const) {
        expect(await session.click({ observationId, point, button })).toMatchObject(executed);
      }
    });
    expect(ofType(events, 'button_press', 'button_release').map(({ button }) => button)).toEqual([
      8, 8, 9, 9,
    ]);
  });

  it('holds a key as long as it is told', async () => {
    const events = await app.during(async () => {
      expect(await session.pressKeys({ keys: ['control', 'k'], holdMs: 400 })).toMatchObject(executed);
    });
    const [down, ...presses] = ofType(events, 'key_press').filter(({ keysym }) => keysym === 'k');
    const up = ofType(events, 'key_release').find(({ keysym }) => keysym === 'k');
    expect(presses).toEqual([]);
    const heldMs = (up?.time ?? 0) - (down?.time ?? 0);
    expect(heldMs).toBeGreaterThanOrEqual(399);
    expect(heldMs).toBeLessThan(600);
  });

  it('P6 lets go of held keys within 50 ms of a cancel and says partial', async () => {
    const seen = app.events().length;
    const pressing = session.pressKeys({
      keys: ['shift', 'right'],
      holdMs: 10_000,
      operationId: 'long-hold',
    });
    await eventually(
      () =>
        app
          .events()
          .slice(seen)
          .find(({ keysym }) => keysym === 'Right'),
      {
        what: 'the press of the held key',
      },
    );
    const cancelledAt = Date.now();
    await session.cancel('long-hold');
    expect(await pressing).toMatchObject({
      effect: 'partial',
      input_cleanup_complete: true,
      receipt: { outcome: 'cancelled' },
    });
    const released = await eventually(
      () => {
        const releases = ofType(app.events().slice(seen), 'key_release');
        return releases.at(-1)?.keysym === 'Shift_L' ? releases : undefined;
      },
      { what: 'the releases' },
    );
    expect(released.map(({ keysym }) => keysym).slice(-2)).toEqual(['Right', 'Shift_L']);
    expect((released.at(-1)?.at ?? 0) * 1000 - cancelledAt).toBeLessThanOrEqual(50);
  });

  it('K6 refuses modifiers while a person holds one, and leaves it held', async () => {
    await rig.desktop.run('xdotool', 'keydown', 'Control_L');
    try {
      const point = centreOf(app.widgets.canvas);
      const events = await app.during(async () => {
        for (const modifiers of [['control'], ['shift']] as const) {
          const error = await refusalOf(session.move({ observationId, point, modifiers }));
          expect(error.errorType).toBe('conflict');
          expect(error.details.safe_detail).toBe('computer_input_held');
          expect(error.dispatchStage).toBe('pre_dispatch');
        }
      });
      expect(ofType(events, 'motion', 'key_release')).toEqual([]);
      expect(await readXState(rig.desktop)).toMatchObject({ keys: [keycodes.controlLeft] });
    } finally {
      await rig.desktop.run('xdotool', 'keyup', 'Control_L');
    }
  });
});

describe('observations of version 0.100', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('zoom: a click in the image of a region lands on the device pixel that it shows', async () => {
    const rig = await startRig({ size: '2560x1440', teardown });
    const app = await startRecordingApp({ desktop: rig.desktop, geometry: '2400x1300+60+80', teardown });
    const session = await (await rig.nextConnection()).openSession();
    const whole = (await session.observeComputer()).observation;
    expect([whole.width, whole.height]).toEqual([1280, 720]);
    const canvas = centreOf(app.widgets.canvas);
    const region = { x: Math.floor(canvas.x / 2), y: Math.floor(canvas.y / 2), width: 160, height: 90 };
    const zoomed = (await session.observeComputer({ observationId: whole.observation_id, region }))
      .observation;
    expect(zoomed).toMatchObject({ target_id: whole.target_id, width: 320, height: 180 });
    const point = { x: 33, y: 77 };
    const events = await app.during(async () => {
      await session.click({ observationId: zoomed.observation_id, point, button: 'left' });
    });
    const at = { x_root: region.x * 2 + point.x, y_root: region.y * 2 + point.y };
    expect(ofType(events, 'button_press')).toMatchObject([at]);
    const again = await session.observeComputer({
      observationId: zoomed.observation_id,
      region: { x: 30, y: 70, width: 10, height: 10 },
    });
    expect(again.observation).toMatchObject({ width: 10, height: 10, pointer: { x: 3, y: 7 } });

    const outside = { x: 1279, y: 0, width: 2, height: 2 };
    const refused = await refusalOf(
      session.observeComputer({ observationId: whole.observation_id, region: outside }),
    );
    expect(refused).toMatchObject({ errorType: 'invalid_params', details: { field: 'region' } });
    await session.close();
  });

  it('come in the format that was asked for, with the pointer where it is', async () => {
    const rig = await startRig({ size: '1280x720', teardown });
    const session = await (await rig.nextConnection()).openSession();
    const magic = { jpeg: /^ffd8ff/, png: /^89504e470d0a1a0a/, webp: /^52494646.{8}57454250/ };
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { observation, bytes } = await session.observeComputer({ format });
      expect(observation.mime_type).toBe(`image/${format}`);
      expect(Buffer.from(bytes.subarray(0, 12)).toString('hex')).toMatch(magic[format]);
    }
    const { observation } = await session.observeComputer();
    await session.move({ observationId: observation.observation_id, point: { x: 417, y: 233 } });
    expect((await session.observeComputer()).observation.pointer).toEqual({ x: 417, y: 233 });
    await rig.desktop.run('xdotool', 'mousemove', '1279', '719');
    expect((await session.observeComputer({ maxDimension: 640 })).observation.pointer).toEqual({
      x: 639,
      y: 359,
    });
    await session.close();
  });

  it('say how much of the screen changed since the last one', async () => {
    const rig = await startRig({ size: '1280x720', teardown });
    await rig.desktop.run('xsetroot', '-solid', '#204060');
    const session = await (await rig.nextConnection()).openSession();
    const changed = async () => (await session.observeComputer()).observation.changed;
    expect(await changed()).toBeUndefined();
    expect(await changed()).toBe(0);
    const place = { x: 100, y: 100, width: 320, height: 180 };
    await startSolidWindow({ desktop: rig.desktop, colour: '#1565c0', place, teardown });
    expect(await changed()).toBe(0.0625);
    expect(await changed()).toBe(0);
    await session.close();
  });
});

describe('a session of version 0.1', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('refuses each addition and hears of none', async () => {
    const rig = await startRig({ size: '1280x720', teardown });
    const app = await startRecordingApp({ desktop: rig.desktop, teardown });
    const session = await rig.nextRawSession();
    const { observation } = await session.request('computer.observe', {});
    const { observation: again } = await session.request('computer.observe', {});
    const seen = z.looseObject({ observation_id: z.string() });
    expect(Object.keys(seen.parse(again))).not.toEqual(expect.arrayContaining(['changed']));
    expect(Object.keys(seen.parse(again))).not.toEqual(expect.arrayContaining(['pointer']));
    const on = { observation_id: seen.parse(observation).observation_id };
    const onPoint = { ...on, point: centreOf(app.widgets.canvas) };
    const modifiers = ['shift'];
    const path = [
      { x: 100, y: 100 },
      { x: 200, y: 200 },
    ];
    const additions: [string, Record<string, unknown>][] = [
      ['computer.click', { ...onPoint, button: 'left', modifiers }],
      ['computer.click', { ...onPoint, button: 'left', modifiers: [] }],
      ['computer.click', { ...onPoint, button: 'left', count: 3 }],
      ['computer.click', { ...onPoint, button: 'back' }],
      ['computer.move', { ...onPoint, modifiers }],
      ['computer.scroll', { ...onPoint, delta_x: 0, delta_y: 1, unit: 'steps', modifiers }],
      ['computer.drag', { ...on, path, button: 'left' }],
      ['computer.drag', { ...on, start: path[0], end: path[1], button: 'left', modifiers }],
      ['computer.drag', { ...on, start: path[0], end: path[1], button: 'forward' }],
      ['computer.press_keys', { keys: ['a'], hold_ms: 100 }],
      ['computer.observe', { ...on, region: { x: 0, y: 0, width: 10, height: 10 } }],
      ['computer.observe', { format: 'png' }],
    ];
    const events = await app.during(async () => {
      for (const [method, params] of additions) {
        const error = await refusalOf(session.request(method, params));
        expect(error.errorType, `${method} ${JSON.stringify(params)}`).toBe('invalid_params');
        expect(error.dispatchStage).toBe('pre_dispatch');
      }
    });
    expect(events).toEqual([]);
  });
});

describe('a daemon that ends while it holds modifiers', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('P8 lets go of them when it is asked to end; after a kill the next start does', async () => {
    const stateDirectory = await temporaryDirectory(teardown);
    const rig = await startRig({ size: '1280x720', stateDirectory, teardown });
    const { desktop, host } = rig;
    /** Resolves once the button is down; the outcome comes later. */
    const startDrag = async (connection: RigConnection) => {
      const session = await connection.openSession();
      const { observation } = await session.observeComputer();
      const outcome = session
        .drag({
          observationId: observation.observation_id,
          path: [
            { x: 200, y: 400 },
            { x: 800, y: 600 },
          ],
          button: 'left',
          durationMs: 3_000,
          modifiers: ['control', 'shift'],
        })
        .catch((error: unknown) => error);
      const isDown = async () => ((await readXState(desktop)).buttons.includes(1) ? true : undefined);
      await eventually(isDown, { what: 'the press of the drag' });
      return { outcome };
    };
    const first = await startDrag(await rig.nextConnection());
    rig.daemon.kill('SIGTERM');
    await rig.daemon.exited;
    await first.outcome;
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [] });

    const second = await startRigDaemon({ desktop, host, stateDirectory, teardown });
    const killed = await startDrag(await rig.nextConnection());
    second.kill('SIGKILL');
    await second.exited;
    expect(await killed.outcome).toMatchObject({ errorType: 'unknown_outcome' });
    await desktop.run('xdotool', 'keydown', 'F9');
    const left = await readXState(desktop);
    expect(left.keys).toEqual(expect.arrayContaining([keycodes.controlLeft, keycodes.shiftLeft]));
    expect(left.keys).toHaveLength(3);

    const third = await startRigDaemon({ desktop, host, stateDirectory, teardown });
    await rig.nextConnection();
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: [expect.any(Number)] });
    expect(third.errors.join('\n')).toContain('released what an earlier run left pressed');
    await desktop.run('xdotool', 'keyup', 'F9');
  });
});
