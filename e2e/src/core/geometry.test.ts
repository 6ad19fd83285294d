import type { EipSession } from '@harness-desktop/eip-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePixels } from '../harness/pixels.ts';
import { centreOf, startRecordingApp, type Place } from '../harness/recording-app.ts';
import { refusalOf } from '../harness/refusal.ts';
import { startRig, type Rig } from '../harness/rig.ts';
import { createTeardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';

type Size = { readonly width: number; readonly height: number };

describe('image size', () => {
  const cases = [
    { name: 'G1 scales a 3840x2160 monitor to 1280x720', size: '3840x2160', max: 1280, image: [1280, 720] },
    {
      name: 'G4 rounds the height of a 1366x768 monitor to 720',
      size: '1366x768',
      max: 1280,
      image: [1280, 720],
    },
    { name: 'G5 never upscales an 800x600 monitor', size: '800x600', max: 2048, image: [800, 600] },
  ];
  it.each(cases.map((row) => [row.name, row] as const))('%s', async (_name, { size, max, image }) => {
    const teardown = createTeardown();
    try {
      const rig = await startRig({ size, teardown });
      const session = await (await rig.nextConnection()).openSession();
      const { observation, bytes } = await session.observeComputer({ maxDimension: max });
      expect([observation.width, observation.height]).toEqual(image);
      const pixels = await decodePixels(bytes);
      expect([pixels.width, pixels.height]).toEqual(image);
    } finally {
      await teardown.close();
    }
  });
});

describe('bounds', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('G6 refuses a point outside the image and moves nothing', async () => {
    const rig = await startRig({ size: '1280x720', teardown });
    const app = await startRecordingApp({ desktop: rig.desktop, teardown });
    const session = await (await rig.nextConnection()).openSession();
    const { observation } = await session.observeComputer();
    const before = await readXState(rig.desktop);
    const events = await app.during(async () => {
      const error = await refusalOf(
        session.click({
          observationId: observation.observation_id,
          point: { x: 1280, y: 10 },
          button: 'left',
        }),
      );
      expect(error.errorType).toBe('invalid_params');
      expect(error.dispatchStage).toBe('pre_dispatch');
    });
    expect(events).toEqual([]);
    expect((await readXState(rig.desktop)).pointer).toEqual(before.pointer);
  });
});

describe('monitors that change', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let session: EipSession;

  beforeAll(async () => {
    rig = await startRig({ server: 'xorg', teardown });
    session = await (await rig.nextConnection()).openSession();
  });
  afterAll(() => teardown.close());

  const xrandr = (...args: string[]) => rig.desktop.run('xrandr', ...args);

  it('G7 refuses to click on an image of another mode', async () => {
    const app = await startRecordingApp({ desktop: rig.desktop, geometry: '800x500+20+40', teardown });
    const { observation } = await session.observeComputer();
    const events = await app.during(async () => {
      await xrandr('--output', 'DUMMY0', '--mode', '1280x1024');
      const error = await refusalOf(
        session.click({
          observationId: observation.observation_id,
          point: { x: 200, y: 200 },
          button: 'left',
        }),
      );
      expect(error.errorType).toBe('conflict');
      expect(error.dispatchStage).toBe('pre_dispatch');
    });
    expect(events.filter(({ type }) => type === 'button_press' || type === 'motion')).toEqual([]);
    const fresh = await session.observeComputer();
    expect(fresh.observation).toMatchObject({ width: 1280, height: 1024 });
  });

  it('G8 clicks on the application of each monitor, also left of the first', async () => {
    await xrandr('--output', 'DUMMY0', '--mode', '1920x1080');
    await xrandr('--addmode', 'DUMMY1', '1280x1024');
    await xrandr(
      '--output',
      'DUMMY1',
      '--mode',
      '1280x1024',
      '--left-of',
      'DUMMY0',
      '--output',
      'DUMMY0',
      '--primary',
    );
    const left = await startRecordingApp({
      desktop: rig.desktop,
      geometry: '900x600+100+100',
      name: 'left',
      teardown,
    });
    const right = await startRecordingApp({
      desktop: rig.desktop,
      geometry: '900x600+1500+200',
      name: 'right',
      teardown,
    });
    const { targets } = await session.describeComputer();
    expect(targets.map(({ width, height }) => [width, height])).toEqual([
      [1920, 1080],
      [1280, 1024],
    ]);
    const [primary, second] = targets;

    const clickOn = async (targetId: string | undefined, place: Place, monitor: Place) => {
      const { observation } = await session.observeComputer({ targetId });
      const point = pointInImage(centreOf(place), { monitor, image: observation });
      await session.click({ observationId: observation.observation_id, point, button: 'left' });
    };
    const rightMonitor = { x: 1280, y: 0, width: 1920, height: 1080 };
    const leftMonitor = { x: 0, y: 0, width: 1280, height: 1024 };
    await clickOn(primary?.target_id, right.widgets.target, rightMonitor);
    const onRight = await right.waitFor('a click on its target', ({ type }) => type === 'target');
    expect(onRight).toMatchObject({ button: 1 });
    expect(left.events().filter(({ type }) => type === 'button_press')).toEqual([]);
    await clickOn(second?.target_id, left.widgets.target, leftMonitor);
    await left.waitFor('a click on its target', ({ type }) => type === 'target');
    expect(right.events().filter(({ type }) => type === 'target')).toHaveLength(1);
  });

  it('G9 refuses to observe while no monitor is there and works again when one returns', async () => {
    await xrandr('--output', 'DUMMY0', '--off', '--output', 'DUMMY1', '--off');
    expect(await xrandr('--listmonitors')).toBe('Monitors: 0');
    const error = await refusalOf(session.observeComputer());
    expect(error.errorType).not.toBe('internal_error');
    expect(error.dispatchStage).toBe('pre_dispatch');
    await xrandr('--output', 'DUMMY0', '--mode', '1920x1080');
    const { observation } = await session.observeComputer();
    expect(observation).toMatchObject({ width: 1280, height: 720 });
  });
});

function pointInImage(point: { x: number; y: number }, { monitor, image }: { monitor: Place; image: Size }) {
  return {
    x: Math.floor(((point.x - monitor.x) * image.width) / monitor.width),
    y: Math.floor(((point.y - monitor.y) * image.height) / monitor.height),
  };
}
