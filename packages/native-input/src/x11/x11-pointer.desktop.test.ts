import { describe, expect, it, onTestFinished } from 'vitest';
import { runTool } from '../testing/x11/run-tool.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import { grabServer } from '../testing/x11/xlib-client.ts';

const at = { x: 300, y: 200 };
const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const soon = () => AbortSignal.timeout(10_000);

const setUp = async () => {
  const harness = await startXDesktop();
  onTestFinished(() => harness.close());
  const { layoutId } = await harness.desktop.describe(soon());
  return { harness, desktop: harness.desktop, layoutId };
};

describe('X11 pointer', () => {
  it('P1 clicks and scrolls through a swapped pointer map', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 3 2 1 5 4 7 6']);
    await desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
    await desktop.pointer.scroll({ layoutId, point: at, deltaX: 2, deltaY: 3, unit: 'steps' }, soon());
    const events = (await harness.received()).filter(({ kind }) => kind !== 'motion');
    expect(events).toEqual([
      { kind: 'button_down', button: 'left', point: at },
      { kind: 'button_up', button: 'left', point: at },
      ...Array.from({ length: 3 }, () => ({ kind: 'wheel', direction: 'wheel_down', point: at })),
      ...Array.from({ length: 2 }, () => ({ kind: 'wheel', direction: 'wheel_right', point: at })),
    ]);
  });

  it('P2 is seen as exactly one double click', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await desktop.pointer.click({ layoutId, point: at, button: 'left', count: 2 }, soon());
    const events = await harness.recorder.received();
    expect(events.filter(({ kind }) => kind === 'double_click')).toHaveLength(1);
  });

  it('P7 leaves any button alone that a person holds, also another one', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const release = await harness.hold({ kind: 'button', button: 'right' });
    const click = desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
    await expect(click).rejects.toThrow('right mouse button');
    expect(await harness.countDown()).toBe(1);
    await release();
  });

  it('refuses a button that the pointer map does not have', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 2 8 4 5 6 7 3 9 10']);
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 2 0 4 5 6 7 0 9 10']);
    const click = desktop.pointer.click({ layoutId, point: at, button: 'right', count: 1 }, soon());
    await expect(click).rejects.toThrow('acts as the right one');
    expect(await harness.received()).toEqual([]);
  });

  it('works while another program holds a server grab', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const release = await grabServer(harness.server);
    const result = await desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
    expect(result).toEqual(executed);
    const { targets } = await desktop.describe(soon());
    const frame = await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon());
    expect(frame.width).toBe(1280);
    await release();
    expect(await harness.received()).toContainEqual({ kind: 'button_down', button: 'left', point: at });
  });
});
