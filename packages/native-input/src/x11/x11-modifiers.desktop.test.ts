import { describe, expect, it, onTestFinished } from 'vitest';
import type { PointerModifier } from '../desktop.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import type { XDesktop } from '../testing/x11/start-x-desktop.ts';
import { coreKeyboard, loadXkb } from './bindings/xkb.ts';
import type { KeyboardState } from './bindings/xkb.ts';

const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const soon = () => AbortSignal.timeout(10_000);

const setUp = async (...layout: readonly string[]): Promise<XDesktop> => {
  const harness = await startXDesktop();
  onTestFinished(() => harness.close());
  await runTool(harness.server, 'setxkbmap', layout);
  return harness;
};

const click = async ({ desktop }: XDesktop, ...modifiers: readonly PointerModifier[]) => {
  const { layoutId } = await desktop.describe(soon());
  const point = { x: 300, y: 200 };
  return desktop.pointer.click({ layoutId, modifiers, point, button: 'left', count: 1 }, soon());
};

const keyboardState = async ({ onlooker }: XDesktop): Promise<KeyboardState> => {
  const xkb = await loadXkb(onlooker);
  if (!xkb) throw new Error('The test server has XKB.');
  return xkb.getState(coreKeyboard);
};

const unavailable: unknown = expect.objectContaining({ code: 'modifier_unavailable' });

describe('X11 modifiers', () => {
  it.each([
    ['fr', []],
    ['de', ['-option', 'ctrl:swapcaps']],
    ['us,ru', ['-option', 'altwin:swap_alt_win']],
  ])('finds the keys of the layout %s with %j', async (layout, options) => {
    const harness = await setUp(layout, ...options);
    expect(await click(harness, 'control', 'alt', 'shift', 'meta')).toEqual(executed);
    const events = await harness.recorder.received();
    const states = events.filter(({ kind }) => kind === 'button_down').map(({ state }) => state & 0xff);
    expect(states).toEqual([1 | 4 | 8 | 64]);
    expect(await keyboardState(harness)).toMatchObject({ group: 0, lockedMods: 0, baseMods: 0 });
  });

  it('K5 leaves NumLock and CapsLock on', async () => {
    const harness = await setUp('us');
    await runTool(harness.server, 'xdotool', ['key', 'Caps_Lock', 'Num_Lock']);
    const before = await keyboardState(harness);
    expect(before.lockedMods).toBe(2 | 16);
    expect(await click(harness, 'shift', 'control', 'alt', 'meta')).toEqual(executed);
    expect(await keyboardState(harness)).toEqual(before);
  });

  it('refuses Shift where it would undo the CapsLock that is on', async () => {
    const harness = await setUp('us', '-option', 'shift:breaks_caps');
    expect(await click(harness, 'shift')).toEqual(executed);
    await runTool(harness.server, 'xdotool', ['key', 'Caps_Lock']);
    const before = await keyboardState(harness);
    await harness.recorder.clear();
    await expect(click(harness, 'shift')).rejects.toEqual(unavailable);
    expect(await harness.received()).toEqual([]);
    expect(await keyboardState(harness)).toEqual(before);
  });

  it('refuses Alt with Shift where they switch the layout, and takes each alone', async () => {
    const harness = await setUp('us,ru', '-option', 'grp:alt_shift_toggle');
    await expect(click(harness, 'alt', 'shift')).rejects.toEqual(unavailable);
    expect(await harness.received()).toEqual([]);
    expect(await click(harness, 'alt')).toEqual(executed);
    expect(await click(harness, 'shift')).toEqual(executed);
    expect(await keyboardState(harness)).toMatchObject({ group: 0, lockedGroup: 0 });
  });

  it('refuses a modifier that no key sets, before the pointer moves', async () => {
    const harness = await setUp('us');
    await runTool(harness.server, 'xmodmap', ['-e', 'clear mod4']);
    const before = await harness.pointerAt();
    await expect(click(harness, 'control', 'meta')).rejects.toEqual(unavailable);
    expect(await harness.received()).toEqual([]);
    expect(await harness.pointerAt()).toEqual(before);
    expect(await click(harness, 'control')).toEqual(executed);
  });
});
