import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesktopTarget, Frame } from '../desktop.ts';
import { mapImagePoint } from '../image-mapping.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import type { TkWindow } from '../testing/x11/start-tk-recorder.ts';
import { startXServer } from '../testing/x11/start-x-server.ts';
import { openDesktop } from '../open-desktop.ts';

const soon = () => AbortSignal.timeout(15_000);

const leftColor = [0xaa, 0x22, 0x44];
const rightColor = [0x22, 0x88, 0x55];
/** DUMMY1 is put left of DUMMY0, so the primary begins at x = 1280. */
const windows: readonly TkWindow[] = [
  { name: 'right', geometry: '1920x1080+1280+0', color: '#228855' },
  { name: 'left', geometry: '1280x1024+0+0', color: '#aa2244' },
];

const setUp = async (shown: readonly TkWindow[] = windows) => {
  const harness = await startXDesktop({ server: 'Xorg', windows: shown });
  onTestFinished(() => harness.close());
  const xrandr = (...options: string[]) => runTool(harness.server, 'xrandr', options);
  return { harness, desktop: harness.desktop, xrandr };
};

const putLeft = async (xrandr: (...options: string[]) => Promise<string>): Promise<void> => {
  await xrandr('--addmode', 'DUMMY1', '1280x1024');
  await xrandr('--output', 'DUMMY0', '--mode', '1920x1080', '--primary');
  await xrandr('--output', 'DUMMY1', '--mode', '1280x1024', '--left-of', 'DUMMY0');
};

const areaOf = ({ area: { x, y, width, height } }: DesktopTarget): number[] => [x, y, width, height];

const firstPixel = ({ rgb }: Frame): number[] => [...rgb.subarray(0, 3)];

describe('X11 monitors on Xorg', () => {
  it('G8 observes a monitor left of the first and clicks in each', async () => {
    const { harness, desktop, xrandr } = await setUp();
    await putLeft(xrandr);
    const { layoutId, targets } = await desktop.describe(soon());
    expect(targets.map(({ name }) => name)).toEqual(['DUMMY0', 'DUMMY1']);
    expect(targets.map(areaOf)).toEqual([
      [1280, 0, 1920, 1080],
      [0, 0, 1280, 1024],
    ]);
    expect(targets.map(({ primary }) => primary)).toEqual([true, false]);
    expect(targets.every(({ targetId }) => /^display-0-\d+$/.test(targetId))).toBe(true);
    await harness.recorder.clear();
    const colors: number[][] = [];
    for (const { targetId, area } of targets) {
      const frame = await desktop.capture({ targetId }, soon());
      expect([frame.width, frame.height]).toEqual([area.width, area.height]);
      colors.push(firstPixel(frame));
      const point = mapImagePoint({ point: { x: 50, y: 60 }, image: frame, area });
      await desktop.pointer.click({ layoutId, modifiers: [], point, button: 'left', count: 1 }, soon());
    }
    expect(colors).toEqual([rightColor, leftColor]);
    const downs = (await harness.recorder.received()).filter(({ kind }) => kind === 'button_down');
    expect(downs.map(({ window, x, y }) => ({ window, x, y }))).toEqual([
      { window: 'right', x: 1330, y: 60 },
      { window: 'left', x: 50, y: 60 },
    ]);
  });

  it('G6 refuses a point in the dead corner under the smaller monitor', async () => {
    const { harness, desktop, xrandr } = await setUp();
    await putLeft(xrandr);
    const { layoutId } = await desktop.describe(soon());
    const before = await harness.pointerAt();
    const move = desktop.pointer.move({ layoutId, modifiers: [], point: { x: 100, y: 1050 } }, soon());
    await expect(move).rejects.toMatchObject({ code: 'point_outside' });
    expect(await harness.pointerAt()).toEqual(before);
  });

  it('G7 refuses a click after a mode change and tells its listeners', async () => {
    const { harness, desktop, xrandr } = await setUp();
    const { layoutId } = await desktop.describe(soon());
    let changes = 0;
    desktop.onLayoutChange(() => (changes += 1));
    await xrandr('--output', 'DUMMY0', '--mode', '1280x1024');
    await expect.poll(() => changes).toBeGreaterThan(0);
    await harness.recorder.clear();
    const click = desktop.pointer.click(
      { layoutId, modifiers: [], point: { x: 10, y: 10 }, button: 'left', count: 1 },
      soon(),
    );
    await expect(click).rejects.toMatchObject({ code: 'layout_changed' });
    expect(await harness.received()).toEqual([]);
  });

  it('G7 notices that a monitor only moved', async () => {
    const { desktop, xrandr } = await setUp();
    await putLeft(xrandr);
    const { layoutId, targets } = await desktop.describe(soon());
    await xrandr('--output', 'DUMMY1', '--right-of', 'DUMMY0');
    const moved = await desktop.describe(soon());
    expect(moved.layoutId).not.toBe(layoutId);
    expect(new Set(moved.targets.map(({ targetId }) => targetId))).toEqual(
      new Set(targets.map(({ targetId }) => targetId)),
    );
  });

  it('G9 has no targets while every monitor is off, and works again when one returns', async () => {
    const { harness, desktop, xrandr } = await setUp();
    const { targets, layoutId } = await desktop.describe(soon());
    const targetId = targets[0]?.targetId ?? '';
    await xrandr('--output', 'DUMMY0', '--off');
    expect((await desktop.describe(soon())).targets).toEqual([]);
    await expect(desktop.capture({ targetId }, soon())).rejects.toMatchObject({ code: 'no_targets' });
    const move = desktop.pointer.move({ layoutId, modifiers: [], point: { x: 10, y: 10 } }, soon());
    await expect(move).rejects.toMatchObject({ code: 'no_targets' });
    await xrandr('--output', 'DUMMY0', '--mode', '1920x1080');
    expect(await desktop.capture({ targetId }, soon())).toMatchObject({ width: 1920, height: 1080 });
    await expect(harness.onlooker.sync()).resolves.toBeUndefined();
  });
});

describe('X11 monitors on Xvfb', () => {
  it.each([
    ['G1', 3840, 2160],
    ['G4', 1366, 768],
    ['G5', 800, 600],
  ])('%s captures a monitor of %d x %d pixel by pixel', async (_, ...size) => {
    const [width, height] = size;
    const server = await startXServer({ screen: `${width}x${height}x24` });
    onTestFinished(() => server.stop());
    const desktop = await openDesktop({ environment: server.environment, signal: soon() });
    onTestFinished(() => desktop.close());
    const { targets } = await desktop.describe(soon());
    expect(targets.map(areaOf)).toEqual([[0, 0, width, height]]);
    const frame = await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon());
    expect(frame).toMatchObject({ width, height });
  });

  it('G9 survives the empty monitor list that a smaller frame buffer leaves', async () => {
    const harness = await startXDesktop();
    onTestFinished(() => harness.close());
    const { targets } = await harness.desktop.describe(soon());
    // xrandr complains, and has taken the monitor away by then.
    await runTool(harness.server, 'xrandr', ['--fb', '640x480']).catch(() => undefined);
    const now = await harness.desktop.describe(soon());
    const capture = harness.desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon());
    expect(now.targets).toEqual([]);
    await expect(capture).rejects.toMatchObject({ code: 'no_targets' });
    await runTool(harness.server, 'xrandr', ['--output', 'screen', '--mode', '1280x800']);
    expect((await harness.desktop.describe(soon())).targets).toHaveLength(1);
  });
});
