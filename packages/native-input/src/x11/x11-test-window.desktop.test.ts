import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../clock.ts';
import type { DeviceArea } from '../desktop.ts';
import { testPicture } from '../test-picture.ts';
import { startGtkWindow } from '../testing/x11/start-gtk-window.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import type { XDesktopOptions } from '../testing/x11/start-x-desktop.ts';
import { readFocus } from './bindings/window.ts';
import { lockGroup } from '../testing/x11/xlib-client.ts';
import { openX11TestWindow } from './x11-test-window.ts';

const soon = () => AbortSignal.timeout(20_000);

const setUp = async (options: XDesktopOptions = {}) => {
  const harness = await startXDesktop(options);
  onTestFinished(() => harness.close());
  const { targets, layoutId } = await harness.desktop.describe(soon());
  const [target] = targets;
  if (!target) throw new Error('The server has a monitor.');
  const window = await openX11TestWindow({
    environment: harness.server.environment,
    signal: soon(),
    clock: createSystemClock(),
    monitor: target.area,
  });
  onTestFinished(() => window.close());
  const { x, y } = window.area;
  const at = { x: x + 200, y: y + 200 };
  const pixelsOf = async (area: DeviceArea): Promise<string> => {
    const request = { targetId: target.targetId, area: { ...area, x: x + area.x, y: y + area.y } };
    const { rgb } = await harness.desktop.capture(request, soon());
    return [...new Set(Buffer.from(rgb).toString('hex').match(/.{6}/g))].join(' ');
  };
  return { harness, desktop: harness.desktop, window, layoutId, at, pixelsOf };
};

const hex = (color: readonly number[]): string => Buffer.from(color).toString('hex');

describe('the test window on X11', () => {
  it.each(['1280x800x24', '1280x800x16'])('shows its colours at their places on %s', async (screen) => {
    const { pixelsOf } = await setUp({ screen });
    for (const { area, color } of testPicture.patches) {
      const shown = await pixelsOf(area);
      if (screen.endsWith('24')) expect(shown).toBe(hex(color));
      const near = [...Buffer.from(shown, 'hex')].map((value, index) =>
        Math.abs(value - (color[index] ?? 0)),
      );
      expect(Math.max(...near)).toBeLessThanOrEqual(8);
    }
  });

  it('records clicks, wheel and keys by their names, and shows the last of them', async () => {
    const { desktop, window, layoutId, at, pixelsOf } = await setUp();
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'right', count: 2 }, soon());
    await desktop.pointer.scroll(
      { layoutId, modifiers: [], point: at, deltaX: -1, deltaY: 1, unit: 'steps' },
      soon(),
    );
    await window.settle();
    expect(await pixelsOf(testPicture.lamp)).toBe('800040');
    expect(await window.keyboardObstacle()).toBeUndefined();
    await desktop.keyboard.pressChord({ keys: ['control', 'page_up'], holdMs: 0 }, soon());
    await window.settle();
    const press = [
      { kind: 'button_down', button: 'right', point: at },
      { kind: 'button_up', button: 'right', point: at },
    ];
    expect(window.record.all().filter(({ kind }) => kind !== 'motion')).toEqual([
      ...press,
      press[0],
      { kind: 'double_click', button: 'right', point: at },
      press[1],
      { kind: 'wheel', direction: 'wheel_down', point: at },
      { kind: 'wheel', direction: 'wheel_left', point: at },
      { kind: 'key_down', key: 'control' },
      { kind: 'key_down', key: 'page_up' },
      { kind: 'key_up', key: 'page_up' },
      { kind: 'key_up', key: 'control' },
    ]);
    expect(await pixelsOf(testPicture.lamp)).toBe('f8d818');
    expect(await window.pointerAt()).toEqual(at);
  });

  it.each([
    ['fr', 0, 'q'],
    ['us,fr', 1, 'q'],
    ['ara', 0, 'a'],
  ])('names keys after the layout in use, %s', async (layout, group, key) => {
    const { harness, desktop, window, layoutId, at } = await setUp();
    await runTool(harness.server, 'setxkbmap', [layout]);
    await lockGroup(harness.server, group);
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 1 }, soon());
    await desktop.keyboard.pressChord({ keys: [key], holdMs: 0 }, soon());
    await window.settle();
    expect(window.record.all().slice(-2)).toEqual([
      { kind: 'key_down', key },
      { kind: 'key_up', key },
    ]);
  });

  it('tells where another window is in front and that another one has the keyboard', async () => {
    const { harness, window, at } = await setUp();
    const corner = { x: window.area.x + 2, y: window.area.y + 2 };
    expect(await window.obstacleAt(at)).toBeUndefined();
    expect(await window.obstacleAt({ x: 1, y: 1 })).toContain('another window');
    await runTool(harness.server, 'xdotool', ['mousemove', '1', '1']);
    expect(await window.keyboardObstacle()).toContain('another window has the keyboard');
    const close = await startGtkWindow(harness.server, {
      geometry: [at.x - 50, at.y - 50, 100, 100],
      color: '#00ff00',
    });
    expect(await window.obstacleAt(at)).toContain('another window is in front');
    expect(await window.obstacleAt(corner)).toBeUndefined();
    await close();
  });

  it('leaves neither a window nor the keyboard behind', async () => {
    const { harness, desktop, window, layoutId, at } = await setUp();
    const before = await readFocus(harness.onlooker);
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 1 }, soon());
    await window.settle();
    expect(await readFocus(harness.onlooker)).not.toBe(before);
    await window.close();
    await window.close();
    expect(await readFocus(harness.onlooker)).toBe(before);
    const left = runTool(harness.server, 'xdotool', ['search', '--onlyvisible', '--name', 'self-test']);
    await expect(left).rejects.toThrow('failed');
  });
});
