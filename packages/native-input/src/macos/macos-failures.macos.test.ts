import { describe, expect, it, onTestFinished } from 'vitest';
import type { HeldPress } from '../press-journal.ts';
import type { MacosDouble } from '../testing/macos/bindings/double.ts';
import { openDouble } from '../testing/macos/bindings/double.ts';
import { retinaDisplay, startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';
import { createSystemClock } from '../clock.ts';
import { checkMacosReadiness, releaseLeftoversOnMacos } from './open-macos-desktop.ts';

const soon = () => AbortSignal.timeout(10_000);

const refusal = (code: string, words: string): unknown => {
  const message: unknown = expect.stringContaining(words);
  return expect.objectContaining({ code, message });
};
const at = { x: 300, y: 200 };
const partial = { effect: 'partial', cleanupComplete: true, interrupted: false };

const otherDisplay = {
  id: 3,
  bounds: { x: 1440, y: 0, width: 1280, height: 1024 },
  pixels: { width: 1280, height: 1024 },
};

const setUp = async (options: Parameters<typeof startMacosDesktop>[0] = {}) => {
  const harness = await startMacosDesktop(options);
  onTestFinished(() => harness.close());
  const { layoutId } = await harness.desktop.describe(soon());
  const { desktop, double } = harness;
  return {
    harness,
    double,
    desktop,
    layoutId,
    click: () =>
      desktop.pointer.click({ layoutId, modifiers: [], point: at, button: 'left', count: 1 }, soon()),
    capture: () => desktop.capture({ targetId: 'display-1' }, soon()),
    press: (...keys: readonly string[]) => desktop.keyboard.pressChord({ keys, holdMs: 0 }, soon()),
  };
};

const calls: readonly (readonly [string, string])[] = [
  ['a session without a screen', 'no session with a screen'],
  ['another user at the screen', 'Another user'],
  ['a locked screen', 'locked'],
];
const sessions = [
  { exists: false, isShown: true, isLocked: false },
  { exists: true, isShown: false, isLocked: false },
  { exists: true, isShown: true, isLocked: true },
];

describe('macOS that refuses', () => {
  it('rejects when the first event cannot be made, since nothing was sent', async () => {
    const { double, click, press } = await setUp();
    double.answer('CGEventCreateMouseEvent', 0);
    double.answer('CGEventCreateKeyboardEvent', 0);
    await expect(click()).rejects.toMatchObject({ code: 'input_blocked' });
    await expect(press('a')).rejects.toMatchObject({ code: 'input_blocked' });
    expect(double.received()).toEqual([]);
  });

  it('releases the button of a drag for which a step could not be made', async () => {
    const { double, desktop, layoutId } = await setUp();
    double.answer('CGEventCreateMouseEvent', 0, { from: 6, to: 6 });
    const path = [at, { x: 700, y: 500 }];
    const drag = { layoutId, modifiers: ['shift'], path, button: 'left', durationMs: 100 } as const;
    expect(await desktop.pointer.drag(drag, soon())).toEqual(partial);
    expect(double.countDown()).toBe(0);
    expect(double.received().slice(-2)).toMatchObject([{ type: 2 }, { type: 12, key: 56 }]);
  });

  it('releases the keys before one that could not be pressed', async () => {
    const { double, press } = await setUp();
    double.answer('CGEventCreateKeyboardEvent', 0, { from: 3, to: 3 });
    expect(await press('control', 'shift', 'a')).toMatchObject({ effect: 'partial' });
    expect(double.received().map(({ key }) => key)).toEqual([59, 56, 56, 59]);
    expect(double.countDown()).toBe(0);
  });

  it('says that the clean-up failed when the release cannot be made', async () => {
    const { double, press } = await setUp();
    double.answer('CGEventCreateKeyboardEvent', 0, { from: 2, to: 3 });
    expect(await press('a')).toMatchObject({ effect: 'partial', cleanupComplete: false });
    expect(double.countDown()).toBe(1);
  });

  it('types nothing of a piece whose release could not be made', async () => {
    const { double, desktop } = await setUp();
    double.answer('CGEventCreateKeyboardEvent', 0, { from: 2, to: 2 });
    await expect(desktop.keyboard.typeText('abc', soon())).rejects.toMatchObject({ code: 'input_blocked' });
    double.answer('CGEventCreateKeyboardEvent', 0, { from: 6, to: 6 });
    expect(await desktop.keyboard.typeText('one\rtwo', soon())).toMatchObject({ effect: 'partial' });
    const typed = double.received().filter(({ type }) => type === 10);
    expect(typed.map(({ text }) => String.fromCharCode(...text))).toEqual(['one']);
    expect(double.countDown()).toBe(0);
  });

  it('stops a drag whose display is pulled out, and releases the button', async () => {
    const { double, desktop, layoutId } = await setUp({ displays: [retinaDisplay, otherDisplay] });
    double.unplugAt('CGEventPost', 8, otherDisplay.id);
    const path = [
      { x: 2890, y: 10 },
      { x: 3500, y: 500 },
    ];
    const drag = { layoutId, modifiers: [], path, button: 'left', durationMs: 300 } as const;
    expect(await desktop.pointer.drag(drag, soon())).toEqual(partial);
    expect(double.received().filter(({ type }) => type === 6)).toHaveLength(6);
    expect(double.received().at(-1)).toMatchObject({ type: 2 });
    expect(double.countDown()).toBe(0);
    const again = desktop.pointer.drag(drag, soon());
    await expect(again).rejects.toMatchObject({ code: 'layout_changed' });
  });

  it.each([
    ['CGBitmapContextCreate', 'internal'],
    ['CGColorSpaceCreateWithName', 'internal'],
    ['CGImageCreateWithImageInRect', 'internal'],
    ['CGDisplayCreateImage', 'permission_missing'],
  ])('O13 gives no image, and leaves nothing behind, when %s answers NULL', async (call, code) => {
    const { double, capture } = await setUp();
    const alive = double.countAlive();
    double.answer(call, 0, { from: 1, to: 1 });
    await expect(capture()).rejects.toMatchObject({ code });
    expect(double.countAlive()).toBe(alive);
    expect((await capture()).width).toBe(2880);
  });

  it('gives no image that could not be converted', async () => {
    const { double, capture } = await setUp();
    double.answer('vImageConvert_RGBA8888toRGB888', -21771);
    await expect(capture()).rejects.toThrow('-21771');
  });

  it('says that the session is gone when macOS lists no displays', async () => {
    const { double, desktop, click } = await setUp();
    double.answer('CGGetActiveDisplayList', 1001);
    await expect(desktop.describe(soon())).rejects.toMatchObject({ code: 'session_unavailable' });
    await expect(click()).rejects.toMatchObject({ code: 'session_unavailable' });
    expect(double.received()).toEqual([]);
  });

  it('says that there is no monitor when none is connected', async () => {
    const { double, desktop, click, capture } = await setUp();
    double.unplug(1);
    expect((await desktop.describe(soon())).targets).toEqual([]);
    await expect(capture()).rejects.toMatchObject({ code: 'no_targets' });
    await expect(click()).rejects.toMatchObject({ code: 'no_targets' });
  });

  it.each(sessions.map((session, index) => [...(calls[index] ?? ['', '']), session] as const))(
    'refuses everything in %s, and works again afterwards',
    async (_, words, session) => {
      const { double, desktop, click, press, capture } = await setUp();
      double.setSession(session);
      for (const call of [click, press.bind(null, 'a'), capture, () => desktop.describe(soon())]) {
        await expect(call()).rejects.toEqual(refusal('session_unavailable', words));
      }
      const typing = desktop.keyboard.typeText('a', soon());
      await expect(typing).rejects.toMatchObject({ code: 'session_unavailable' });
      expect(double.received()).toEqual([]);
      double.setSession({ exists: true, isShown: true, isLocked: false });
      expect(await click()).toMatchObject({ effect: 'executed' });
      expect((await capture()).width).toBe(2880);
    },
  );
});

describe('macOS permissions in a run', () => {
  it('refuses every input once Accessibility is taken back, and still shows the screen', async () => {
    const { double, desktop, click, press, capture } = await setUp();
    double.setPermissions({ seesScreen: true, actsOnInput: false });
    await expect(click()).rejects.toMatchObject({ code: 'permission_missing' });
    await expect(press('a')).rejects.toThrow('Accessibility');
    await expect(desktop.keyboard.typeText('a', soon())).rejects.toMatchObject({
      code: 'permission_missing',
    });
    expect(double.countCalls('CGEventPost')).toBe(0);
    expect((await capture()).width).toBe(2880);
  });

  it('refuses every capture once Screen Recording is taken back, and still acts', async () => {
    const { double, click, capture } = await setUp();
    double.setPermissions({ seesScreen: false, actsOnInput: true });
    await expect(capture()).rejects.toEqual(refusal('permission_missing', 'Screen Recording'));
    expect(await click()).toMatchObject({ effect: 'executed' });
  });

  it('does not call a gesture executed in whose middle the permission was taken back', async () => {
    const { double, desktop, layoutId } = await setUp();
    const path = [at, { x: 700, y: 500 }];
    const drag = { layoutId, modifiers: [], path, button: 'left', durationMs: 300 } as const;
    const running = desktop.pointer.drag(drag, soon());
    await expect.poll(() => double.received().length, { interval: 5 }).toBeGreaterThan(5);
    double.setPermissions({ seesScreen: true, actsOnInput: false });
    expect(await running).toMatchObject({ effect: 'unknown', cleanupComplete: false });
    double.setPermissions({ seesScreen: true, actsOnInput: true });
  });

  it('does not open on a word of macOS that its pictures do not keep', async () => {
    const arrange = (double: MacosDouble) => {
      double.setPermissions({ seesScreen: false, actsOnInput: true });
      double.answer('CGPreflightScreenCaptureAccess', 1);
    };
    await expect(startMacosDesktop({ arrange })).rejects.toEqual(refusal('permission_missing', 'refuses it'));
  });

  it('does not open without a permission, and makes nobody be asked', async () => {
    for (const permissions of [
      { seesScreen: false, actsOnInput: true },
      { seesScreen: true, actsOnInput: false },
    ]) {
      let used: MacosDouble | undefined;
      const arrange = (double: MacosDouble) => {
        used = double;
        double.setPermissions(permissions);
      };
      await expect(startMacosDesktop({ arrange })).rejects.toMatchObject({ code: 'permission_missing' });
      expect(used?.countPrompts()).toBe(0);
    }
  });
});

const readinessOptions = { signal: soon(), clock: createSystemClock(), onNotice: () => undefined };

describe('macOS beside a run', () => {
  const arrange = () => {
    const double = openDouble();
    double.reset();
    double.setDisplay(retinaDisplay);
    double.begin();
    return { double, parts: { load: double.load, askFresh: () => Promise.resolve(null) } };
  };

  it('lists each condition by name and asks nobody', async () => {
    const { double, parts } = arrange();
    double.setPermissions({ seesScreen: true, actsOnInput: false });
    const checks = await checkMacosReadiness(readinessOptions, parts);
    expect(checks.map(({ name, ok }) => `${name} ${String(ok)}`)).toEqual([
      ...['session true', 'screen recording true', 'accessibility false', 'monitors true'],
    ]);
    expect(checks.at(-1)?.detail).toBe('Built-in display, 1440x900 points at 2x: 2880x1800 pixels');
    expect(double.countPrompts()).toBe(0);
    double.setSession({ exists: true, isShown: true, isLocked: true });
    expect((await checkMacosReadiness(readinessOptions, parts)).map(({ name }) => name)).toEqual(['session']);
    expect(double.faults()).toEqual([]);
  });

  it('K8 releases of what an earlier process left only what is still down, in reverse', async () => {
    const { double, parts } = arrange();
    const alive = double.countAlive();
    for (const key of [56, 59]) double.personKey(key, true);
    double.personButton(3, true);
    const held: readonly HeldPress[] = [
      { kind: 'key', code: 56 },
      { kind: 'key', code: 0 },
      { kind: 'button', code: 3 },
      { kind: 'button', code: 0 },
      { kind: 'button', code: 101 },
    ];
    const before = double.received().length;
    const released = await releaseLeftoversOnMacos(readinessOptions, held, parts);
    expect(released).toEqual([
      { kind: 'button', code: 3 },
      { kind: 'key', code: 56 },
    ]);
    expect(double.received().slice(before)).toMatchObject([
      { type: 26, button: 3 },
      { type: 12, key: 56, flags: 0x100 },
    ]);
    expect(double.countDown()).toBe(1);
    expect(double.countAlive()).toBe(alive);
    expect(double.faults()).toEqual([]);
  });

  it('has every press in the journal before it goes down, and nothing once all is up', async () => {
    const entries: { readonly written: number; readonly down: number }[] = [];
    const double = openDouble();
    const { click, press } = await setUp({
      journal: { record: (held) => entries.push({ written: held.length, down: double.countDown() }) },
    });
    await press('control', 'alt', 'k');
    await click();
    expect(entries.every(({ written, down }) => written >= down)).toBe(true);
    expect(entries.at(-1)).toEqual({ written: 0, down: 0 });
    expect(Math.max(...entries.map(({ written }) => written))).toBe(3);
  });
});
