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
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 1 }, soon());
    await desktop.pointer.scroll(
      { layoutId, modifiers: [], point: at, deltaX: 2, deltaY: 3, unit: 'steps' },
      soon(),
    );
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
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 2 }, soon());
    const events = await harness.recorder.received();
    expect(events.filter(({ kind }) => kind === 'double_click')).toHaveLength(1);
  });

  it('is seen as exactly one triple click', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 3 }, soon());
    const kinds = (await harness.recorder.received()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.endsWith('click'))).toEqual(['double_click', 'triple_click']);
  });

  it.each([
    ['shift', 1],
    ['control', 4],
    ['alt', 8],
    ['meta', 64],
  ] as const)('shows the application %s in the state of every event of a click', async (modifier, bit) => {
    const { harness, desktop, layoutId } = await setUp();
    const click = { layoutId, modifiers: [modifier], point: at, button: 'left', count: 1 } as const;
    await desktop.pointer.click(click, soon());
    const events = await harness.recorder.received();
    const buttons = events.filter(({ kind }) => kind.startsWith('button'));
    expect(buttons.map(({ state }) => state & 0xff)).toEqual([bit, bit]);
    const [down, up] = ['key_down', 'key_up'].map((kind) => events.find((event) => event.kind === kind));
    expect((up?.time ?? 0) - (down?.time ?? 0)).toBeGreaterThanOrEqual(10);
  });

  it('scrolls with Shift, which the application sees beside the vertical wheel', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const scroll = {
      layoutId,
      modifiers: ['shift'],
      point: at,
      deltaX: 0,
      deltaY: 2,
      unit: 'steps',
    } as const;
    await desktop.pointer.scroll(scroll, soon());
    const wheel = (await harness.recorder.received()).filter(({ kind }) => kind === 'button_down');
    expect(wheel.map(({ button, state }) => ({ button, state }))).toEqual([
      { button: 5, state: 1 },
      { button: 5, state: 1 },
    ]);
  });

  it('P1 finds back and forward through a swapped pointer map', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 2 3 4 5 6 7 9 8 10']);
    for (const button of ['back', 'forward'] as const) {
      await desktop.pointer.click({ layoutId, modifiers: [], point: at, button, count: 1 }, soon());
    }
    const downs = (await harness.recorder.received()).filter(({ kind }) => kind === 'button_down');
    expect(downs.map(({ button }) => button)).toEqual([8, 9]);
  });

  it('P7 leaves any button alone that a person holds, also another one', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const release = await harness.hold({ kind: 'button', button: 'right' });
    const click = desktop.pointer.click(
      { layoutId, modifiers: [], point: at, button: 'left', count: 1 },
      soon(),
    );
    await expect(click).rejects.toThrow('right mouse button');
    expect(await harness.countDown()).toBe(1);
    await release();
  });

  it('takes a button that the pointer map gives no number for none that is held', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 0 3 4 5 6 7 8 9 10']);
    await runTool(harness.server, 'xdotool', ['mousedown', '2']);
    const click = { layoutId, modifiers: [], point: { x: 50, y: 60 }, button: 'left', count: 1 } as const;
    expect(await desktop.pointer.click(click, soon())).toMatchObject({ effect: 'executed' });
    await runTool(harness.server, 'xdotool', ['mouseup', '2']);
  });

  it('refuses a button that the pointer map does not have', async () => {
    const { harness, desktop, layoutId } = await setUp();
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 2 8 4 5 6 7 3 9 10']);
    await runTool(harness.server, 'xmodmap', ['-e', 'pointer = 1 2 0 4 5 6 7 0 9 10']);
    const click = desktop.pointer.click(
      { layoutId, modifiers: [], point: at, button: 'right', count: 1 },
      soon(),
    );
    await expect(click).rejects.toThrow('acts as the right one');
    expect(await harness.received()).toEqual([]);
  });

  it('works while another program holds a server grab', async () => {
    const { harness, desktop, layoutId } = await setUp();
    const release = await grabServer(harness.server);
    const result = await desktop.pointer.click(
      { layoutId, modifiers: [], point: at, button: 'left', count: 1 },
      soon(),
    );
    expect(result).toEqual(executed);
    const { targets } = await desktop.describe(soon());
    const frame = await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, soon());
    expect(frame.width).toBe(1280);
    await release();
    expect(await harness.received()).toContainEqual({ kind: 'button_down', button: 'left', point: at });
  });
});
