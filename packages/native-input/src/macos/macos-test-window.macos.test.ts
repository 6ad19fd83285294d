import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../clock.ts';
import type { DeviceArea } from '../desktop.ts';
import { testPicture } from '../test-picture.ts';
import type { DoubleDisplay } from '../testing/macos/bindings/double.ts';
import { preparePlayedMacWindow } from '../testing/macos/played-mac-window.ts';
import { retinaDisplay, startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';

const soon = () => AbortSignal.timeout(20_000);

const plainDisplay: DoubleDisplay = {
  id: 2,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  pixels: { width: 1920, height: 1080 },
};
const leftOfIt: DoubleDisplay = {
  ...plainDisplay,
  id: 3,
  bounds: { x: -1920, y: -100, width: 1920, height: 1080 },
};

type SetUp = { readonly displays?: readonly DoubleDisplay[]; readonly on?: number };

const setUp = async ({ displays = [retinaDisplay], on = 0 }: SetUp = {}) => {
  const prepared: { played?: ReturnType<typeof preparePlayedMacWindow> } = {};
  const harness = await startMacosDesktop({
    displays,
    arrange: (double) => {
      prepared.played = preparePlayedMacWindow(double, displays);
    },
  });
  const { played } = prepared;
  if (!played) throw new Error('The harness arranges the double.');
  onTestFinished(() => played.close());
  onTestFinished(() => harness.close());
  const { desktop, double } = harness;
  const { targets, layoutId } = await desktop.describe(soon());
  const target = targets[on];
  if (!target) throw new Error('There is a display.');
  const window = await played.open({
    environment: {},
    signal: soon(),
    clock: createSystemClock(),
    monitor: target.area,
  });
  const { x, y } = window.area;
  const pixelsOf = async (area: DeviceArea): Promise<string> => {
    const request = { targetId: target.targetId, area: { ...area, x: x + area.x, y: y + area.y } };
    const { rgb } = await desktop.capture(request, soon());
    return [...new Set(Buffer.from(rgb).toString('hex').match(/.{6}/g))].join(' ');
  };
  const close = async () => {
    await window.close();
    const { left, faults, pools } = await played.report();
    expect({ left, faults, pools }).toEqual({ left: 0, faults: [], pools: 0 });
  };
  const at = { x: x + 200, y: y + 200 };
  const aim = { layoutId, modifiers: [], point: at } as const;
  return { harness, double, desktop, window, target, layoutId, at, aim, pixelsOf, played, close };
};

const hex = (color: readonly number[]): string => Buffer.from(color).toString('hex');

describe('the test window on macOS', () => {
  it.each([
    ['a Retina display', { displays: [retinaDisplay] }],
    ['a display of one pixel a point', { displays: [plainDisplay] }],
    ['a display left of and above the main one', { displays: [retinaDisplay, leftOfIt], on: 1 }],
  ])('shows its colours at their places on %s', async (_name, options: SetUp) => {
    const { pixelsOf, window, target, close } = await setUp(options);
    expect(window.area).toMatchObject({ width: testPicture.width, height: testPicture.height });
    expect(window.area.x).toBeGreaterThan(target.area.x);
    for (const { area, color } of testPicture.patches) expect(await pixelsOf(area)).toBe(hex(color));
    await close();
  });

  it('records clicks, wheel, scrolled pixels and keys by their names, and shows the last of them', async () => {
    const { desktop, window, at, aim, pixelsOf, close } = await setUp();
    await desktop.pointer.click({ ...aim, button: 'right', count: 2 }, soon());
    await desktop.pointer.scroll({ ...aim, deltaX: -1, deltaY: 1, unit: 'steps' }, soon());
    await desktop.pointer.scroll({ ...aim, deltaX: 20, deltaY: -40, unit: 'pixels' }, soon());
    await window.settle();
    expect(await window.keyboardObstacle()).toBeUndefined();
    await desktop.keyboard.pressChord({ keys: ['shift', 'page_up'], holdMs: 0 }, soon());
    await window.settle();
    const down = { kind: 'button_down', button: 'right', point: at };
    const up = { kind: 'button_up', button: 'right', point: at };
    expect(window.record.all().filter(({ kind }) => kind !== 'motion')).toEqual([
      ...[down, up, down, { kind: 'double_click', button: 'right', point: at }, up],
      { kind: 'wheel', direction: 'wheel_down', point: at },
      { kind: 'wheel', direction: 'wheel_left', point: at },
      { kind: 'pixel_scroll', deltaX: 20, deltaY: -40, point: at },
      { kind: 'key_down', key: 'shift' },
      { kind: 'key_down', key: 'page_up' },
      { kind: 'key_up', key: 'page_up' },
      { kind: 'key_up', key: 'shift' },
    ]);
    expect(await pixelsOf(testPicture.lamp)).toBe('f8d818');
    expect(await window.pointerAt()).toEqual(at);
    await close();
  });

  it('names keys by the layout in use, and by their place where it has no such letter', async () => {
    const { double, desktop, window, aim, close } = await setUp();
    await desktop.pointer.click({ ...aim, button: 'left', count: 1 }, soon());
    await window.settle();
    window.record.clear();
    for (const name of ['german', 'russian'] as const) {
      double.chooseLayout(name);
      await desktop.keyboard.pressChord({ keys: ['z'], holdMs: 0 }, soon());
    }
    await window.settle();
    const press = [
      { kind: 'key_down', key: 'z' },
      { kind: 'key_up', key: 'z' },
    ];
    expect(window.record.all()).toEqual([...press, ...press]);
    await close();
  });

  it('reads back what was typed into it', async () => {
    const { desktop, window, aim, close } = await setUp();
    await desktop.pointer.click({ ...aim, button: 'left', count: 1 }, soon());
    await window.settle();
    await desktop.keyboard.typeText('Grüße, 日本語 😀', soon());
    await window.settle();
    expect(await window.readText?.()).toBe('Grüße, 日本語 😀');
    await close();
  });

  it('hears of moves before, takes the keyboard with the first click, and tells who has it and who is in front', async () => {
    const { double, desktop, window, at, aim, close } = await setUp();
    expect(await window.keyboardObstacle()).toContain('another window has the keyboard');
    await desktop.pointer.move(aim, soon());
    await window.settle();
    expect(window.record.all()).toEqual([{ kind: 'motion', point: at }]);
    expect(await window.obstacleAt(at)).toBeUndefined();
    expect(await window.obstacleAt({ x: 1, y: 1 })).toContain('another window is in front at (1, 1)');
    double.openWindow({ frame: { x: 0, y: 0, width: 1440, height: 900 }, level: 0, takesKeyboard: true });
    expect(await window.obstacleAt(at)).toBeUndefined();
    await desktop.pointer.click({ ...aim, button: 'left', count: 1 }, soon());
    await window.settle();
    expect(await window.keyboardObstacle()).toBeUndefined();
    double.openWindow({ frame: { x: 0, y: 0, width: 1440, height: 900 }, level: 25, takesKeyboard: true });
    expect(await window.obstacleAt(at)).toContain('another window is in front');
    expect(await window.keyboardObstacle()).toContain('another window has the keyboard');
    await close();
  });

  it('is gone from the screen when it is closed, and can be closed twice', async () => {
    const { double, window, close } = await setUp();
    expect(double.countWindows()).toBe(1);
    await close();
    await window.close();
    expect(double.countWindows()).toBe(0);
    expect(await window.obstacleAt(window.area)).toBe('the window was closed');
  });

  it('stays through a Ctrl+C of the terminal, and goes with its owner', async () => {
    const { double, window, played } = await setUp();
    played.process().kill('SIGINT');
    await window.settle();
    expect(double.countWindows()).toBe(1);
    // As when the owner has died: nobody says goodbye.
    played.process().disconnect();
    expect(await played.report()).toMatchObject({ left: 0, faults: [] });
    expect(double.countWindows()).toBe(0);
  });

  it('says so when its process dies', async () => {
    const { window, played, at } = await setUp();
    played.process().kill('SIGKILL');
    await expect(window.settle()).rejects.toThrow('SIGKILL');
    expect(await window.obstacleAt(at)).toBe('the window was closed');
  });
});
