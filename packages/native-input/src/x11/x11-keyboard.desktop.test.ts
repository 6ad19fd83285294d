import { describe, expect, it, onTestFinished } from 'vitest';
import type { TkEvent } from '../testing/x11/start-tk-recorder.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { startXDesktop } from '../testing/x11/start-x-desktop.ts';
import type { XDesktop } from '../testing/x11/start-x-desktop.ts';
import { lockGroup } from '../testing/x11/xlib-client.ts';
import { coreKeyboard, loadXkb } from './bindings/xkb.ts';
import type { KeyboardState } from './bindings/xkb.ts';

const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const controlState = 4;
const lockMods = { caps: 2, num: 16 };
const physicalC = 54;

const setUp = async (...layout: readonly string[]): Promise<XDesktop> => {
  const desktop = await startXDesktop();
  onTestFinished(() => desktop.close());
  if (layout.length > 0) await runTool(desktop.server, 'setxkbmap', layout);
  return desktop;
};

const press = ({ desktop }: XDesktop, keys: readonly string[]) =>
  desktop.keyboard.pressChord({ keys: keys, holdMs: 0 }, AbortSignal.timeout(10_000));

const pressed = async ({ recorder }: XDesktop): Promise<readonly TkEvent[]> =>
  (await recorder.received()).filter(({ kind }) => kind === 'key_down');

const readText = async (desktop: XDesktop): Promise<string> =>
  (await pressed(desktop)).map(({ text }) => text).join('');

const keyboardState = async ({ onlooker }: XDesktop): Promise<KeyboardState> => {
  const xkb = await loadXkb(onlooker);
  if (!xkb) throw new Error('The test server has XKB.');
  return xkb.getState(coreKeyboard);
};

describe('X11 keyboard', () => {
  it.each([
    ['fr', ['a', 'q', 'z', 'w', 'm'], 'aqzwm'],
    ['de', ['y', 'z'], 'yz'],
    ['us', ['a', '/', '`'], 'a/`'],
  ])('K1 K2 gives the letters of the layout %s', async (layout, keys, text) => {
    const desktop = await setUp(layout);
    for (const key of keys) expect(await press(desktop, [key])).toEqual(executed);
    expect(await readText(desktop)).toBe(text);
    expect(await desktop.countDown()).toBe(0);
  });

  it.each(['fr', 'de', 'us'])(
    'K3 presses Control with the key that is a in the layout %s',
    async (layout) => {
      const desktop = await setUp(layout);
      expect(await press(desktop, ['control', 'a'])).toEqual(executed);
      const [control, letter] = await pressed(desktop);
      expect(control?.keysym).toBe('Control_L');
      expect(letter).toMatchObject({ keysym: 'a', state: controlState });
    },
  );

  it.each([
    ['fr', '1', 'Shift'],
    ['de', '[', 'AltGr'],
    ['fr', '\\', 'AltGr'],
  ])('presses what the layout %s needs for %s, which is %s', async (layout, key) => {
    const desktop = await setUp(layout);
    expect(await press(desktop, [key])).toEqual(executed);
    expect(await readText(desktop)).toBe(key);
    expect(await desktop.countDown()).toBe(0);
  });

  it('K4 presses the physical c where the group has no c, says so and leaves the group', async () => {
    const desktop = await setUp('us,ru');
    await lockGroup(desktop.server, 1);
    expect(await press(desktop, ['control', 'c'])).toEqual(executed);
    const events = await pressed(desktop);
    expect(events.at(-1)).toMatchObject({ keycode: physicalC, state: controlState | (1 << 13) });
    expect(await keyboardState(desktop)).toMatchObject({ group: 1, lockedGroup: 1 });
    expect(desktop.notices).toEqual([expect.stringContaining('no c')]);
  });

  it('finds a letter in the group that is in effect when there are two', async () => {
    const desktop = await setUp('us,fr');
    await press(desktop, ['a']);
    await lockGroup(desktop.server, 1);
    await press(desktop, ['a']);
    const events = await pressed(desktop);
    expect(events.map(({ text }) => text)).toEqual(['a', 'a']);
    expect(new Set(events.map(({ keycode }) => keycode)).size).toBe(2);
  });

  it('K5 delivers keys with NumLock and CapsLock on, and leaves both on', async () => {
    const desktop = await setUp();
    await runTool(desktop.server, 'xdotool', ['key', 'Caps_Lock', 'Num_Lock']);
    const before = await keyboardState(desktop);
    expect(before.lockedMods).toBe(lockMods.caps | lockMods.num);
    await desktop.recorder.clear();
    for (const keys of [['home'], ['meta', 'f5'], ['a']])
      expect(await press(desktop, keys)).toEqual(executed);
    const keysyms = (await pressed(desktop)).map(({ keysym }) => keysym);
    expect(keysyms).toEqual(['Home', 'Super_L', 'F5', 'A']);
    expect(await keyboardState(desktop)).toEqual(before);
  });

  it('K8 uses the layout that is set at the moment of the chord', async () => {
    const desktop = await setUp('us');
    await press(desktop, ['a']);
    await runTool(desktop.server, 'setxkbmap', ['fr']);
    await press(desktop, ['a']);
    const events = await pressed(desktop);
    expect(events.map(({ text }) => text)).toEqual(['a', 'a']);
    expect(new Set(events.map(({ keycode }) => keycode)).size).toBe(2);
  });

  it('refuses a sign that the layout does not have', async () => {
    const desktop = await setUp('ru');
    await expect(press(desktop, ['control', '['])).rejects.toMatchObject({ code: 'key_unavailable' });
    expect(await pressed(desktop)).toEqual([]);
  });

  it('refuses a chord while AltGr is held, although it is not among its keys', async () => {
    const desktop = await setUp('de');
    await runTool(desktop.server, 'xdotool', ['keydown', 'ISO_Level3_Shift']);
    await expect(press(desktop, ['a'])).rejects.toMatchObject({ code: 'input_held' });
    await runTool(desktop.server, 'xdotool', ['keyup', 'ISO_Level3_Shift']);
    expect(await press(desktop, ['a'])).toEqual(executed);
  });

  it('holds each key at least 10 ms', async () => {
    const desktop = await setUp();
    const started = performance.now();
    await press(desktop, ['a']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(10);
  });

  it('holds a chord between press and release as long as it is told, as the application sees it', async () => {
    const desktop = await setUp();
    const held = await desktop.desktop.keyboard.pressChord(
      { keys: ['control', 'k'], holdMs: 300 },
      AbortSignal.timeout(10_000),
    );
    expect(held).toEqual(executed);
    const events = await desktop.recorder.received();
    const [down, up] = ['key_down', 'key_up'].map((kind) =>
      events.find(({ kind: found, keysym }) => found === kind && keysym === 'k'),
    );
    const heldMs = (up?.time ?? 0) - (down?.time ?? 0);
    expect(heldMs).toBeGreaterThanOrEqual(299);
    expect(heldMs).toBeLessThan(500);
  });

  it('lets the server repeat the last key of a long hold, and no modifier', async () => {
    const desktop = await setUp();
    await runTool(desktop.server, 'xset', ['r', 'rate', '200', '20']);
    await desktop.desktop.keyboard.pressChord(
      { keys: ['shift', 'right'], holdMs: 900 },
      AbortSignal.timeout(10_000),
    );
    const keysyms = (await pressed(desktop)).map(({ keysym }) => keysym);
    expect(keysyms.filter((keysym) => keysym === 'Shift_L')).toHaveLength(1);
    expect(keysyms.filter((keysym) => keysym === 'Right').length).toBeGreaterThan(3);
    expect(await desktop.countDown()).toBe(0);
  });
});
