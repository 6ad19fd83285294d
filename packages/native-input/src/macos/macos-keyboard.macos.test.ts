import { describe, expect, it, onTestFinished } from 'vitest';
import { startMacosDesktop } from '../testing/macos/start-macos-desktop.ts';
import type { MacosDouble } from '../testing/macos/bindings/double.ts';

const soon = () => AbortSignal.timeout(10_000);
type LayoutName = Parameters<MacosDouble['chooseLayout']>[0];

const setUp = async (layout: LayoutName = 'us') => {
  const harness = await startMacosDesktop({ arrange: (double) => double.chooseLayout(layout) });
  onTestFinished(() => harness.close());
  const press = (...keys: readonly string[]) =>
    harness.desktop.keyboard.pressChord({ keys, holdMs: 0 }, soon());
  /** Key codes, in the order of pressing. */
  const pressed = () => {
    const events = harness.double.received();
    return events.slice(0, events.length / 2).map(({ key }) => key);
  };
  return { harness, double: harness.double, press, pressed };
};

/** HIToolbox/Events.h */
const shift = 56;
const option = 58;
const command = 55;
const control = 59;

describe('macOS keyboard', () => {
  it.each<readonly [LayoutName, readonly string[], readonly number[]]>([
    ['us', ['z'], [6]],
    ['german', ['z'], [16]],
    ['german', ['y'], [6]],
    ['german', ['control', 'z'], [control, 16]],
    ['german', ['/'], [shift, 26]],
    ['german', ['['], [option, 23]],
    ['german', ['\\'], [option, shift, 26]],
    ['german', ["'"], [shift, 42]],
    ['german', ['shift', '7'], [shift, 26]],
    ['russian', ['meta', 'c'], [command, 8]],
    ['russian', ['/'], [44]],
    ['russian', ['.'], [shift, 26]],
    ['without a table', ['meta', 'z'], [command, 6]],
  ])('G4 finds on the %s layout %j under the keys %j', async (layout, keys, codes) => {
    const { harness, press, pressed } = await setUp(layout);
    await press(...keys);
    expect(pressed()).toEqual(codes);
    expect(harness.notices).toEqual([]);
    expect(harness.double.countDown()).toBe(0);
  });

  it('K10 presses a Latin letter by its place where the layout has none, and says so', async () => {
    const { harness, press, pressed } = await setUp('russian');
    await press('control', 'c');
    expect(pressed()).toEqual([control, 8]);
    expect(harness.notices).toEqual([expect.stringContaining('has no c')]);
  });

  it.each<readonly [LayoutName, readonly string[]]>([
    ['german', ['`']],
    ['german', ['[', '1']],
    ['german', ['7', '/']],
  ])('refuses on the %s layout %j, which has no key or no common state', async (layout, keys) => {
    const { double, press } = await setUp(layout);
    await expect(press(...keys)).rejects.toMatchObject({ code: 'key_unavailable' });
    expect(double.received()).toEqual([]);
  });

  it('follows the person to another layout', async () => {
    const { double, press, pressed } = await setUp('us');
    double.chooseLayout('german');
    await press('z');
    expect(pressed()).toEqual([16]);
  });

  it('sets the flags of what is held on each event, the key’s own press and release included', async () => {
    const { double, press } = await setUp();
    await press('control', 'shift', 'a');
    const controlFlags = 0x4_0001;
    const shiftFlags = 0x2_0002;
    expect(double.received().map(({ type, key, flags }) => [type, key, flags - 0x100])).toEqual([
      [12, control, controlFlags],
      [12, shift, controlFlags | shiftFlags],
      [10, 0, controlFlags | shiftFlags],
      [11, 0, controlFlags | shiftFlags],
      [12, shift, controlFlags],
      [12, control, 0],
    ]);
  });

  it.each([
    ['left', 0xa0_0000],
    ['f5', 0x80_0000],
    ['home', 0x80_0000],
    ['delete', 0x80_0000],
    ['enter', 0],
    ['a', 0],
  ])('marks %s as the hardware does', async (key, flags) => {
    const { double, press } = await setUp();
    await press(key);
    expect(double.received().map((event) => event.flags - 0x100)).toEqual([flags, flags]);
  });

  it('is not held up by the mark of Fn that an arrow leaves behind', async () => {
    const { double, press } = await setUp();
    double.answer('CGEventSourceFlagsState', 0x80_0000);
    expect(await press('a')).toMatchObject({ effect: 'executed' });
  });

  it('does not take its own keys for a person’s while macOS still shows them', async () => {
    const { double, press } = await setUp();
    double.setLag(30);
    for (const keys of [['shift', 'a'], ['a'], ['control', 'a']]) {
      expect(await press(...keys)).toMatchObject({ effect: 'executed', cleanupComplete: true });
    }
  });

  it('goes on when macOS never shows what was sent, and says so', async () => {
    const { harness, double, press } = await setUp();
    double.answer('CGEventSourceKeyState', 0);
    expect(await press('a')).toMatchObject({ effect: 'executed' });
    expect(harness.notices).toEqual([expect.stringContaining('does not show')]);
  });

  it.each([
    ['CGEventSourceFlagsState', '%'],
    ['CGEventSourceKeyState', '%, 0'],
    ['CGEventSourceButtonState', '%, 31'],
  ])('K6 asks by %s for what programs hold, and for what the hardware does', async (call, given) => {
    const { double, press } = await setUp();
    await press('a');
    const [ofPrograms, ofHardware] = ['0', '1'].map((state) => `${call}(${given.replace('%', state)})`);
    expect(double.calls()).toEqual(expect.arrayContaining([ofPrograms, ofHardware]));
  });

  it('K6 leaves Fn to the person who holds it', async () => {
    const { double, press } = await setUp();
    double.personKey(63, true);
    await expect(press('left')).rejects.toThrow('Fn');
    expect(double.countDown()).toBe(1);
    double.personKey(63, false);
    expect(await press('left')).toMatchObject({ effect: 'executed' });
  });

  it('types characters whatever the layout, Return and Tab with their own keys', async () => {
    const { harness, double } = await setUp('russian');
    await harness.desktop.keyboard.typeText('Grüße\n\t😀', soon());
    const downs = double.received().filter(({ type }) => type === 10);
    expect(downs.map(({ key, text }) => [key, String.fromCharCode(...text)])).toEqual([
      [0, 'Grüße'],
      [36, '\r'],
      [48, '\t'],
      [0, '😀'],
    ]);
    const ups = double.received().filter(({ type }) => type === 11);
    expect(ups.map(({ key, text }) => ({ key, text }))).toEqual(
      downs.map(({ key, text }) => ({ key, text })),
    );
  });

  it('types text as it is while CapsLock is on', async () => {
    const { harness, double } = await setUp();
    await harness.toggleCapsLock();
    await harness.desktop.keyboard.typeText('aB', soon());
    expect(double.received().map(({ text, flags }) => [String.fromCharCode(...text), flags])).toEqual([
      ['aB', 0x100],
      ['aB', 0x100],
    ]);
    await harness.toggleCapsLock();
  });

  it('presses and types nothing while a program keeps the keyboard to itself, and goes on clicking', async () => {
    const { harness, double, press } = await setUp();
    const { desktop } = harness;
    double.answer('IsSecureEventInputEnabled', 1, { from: 1, to: 2 });
    await expect(press('a')).rejects.toMatchObject({ code: 'input_blocked' });
    await expect(desktop.keyboard.typeText('a', soon())).rejects.toThrow('secure keyboard entry');
    expect(double.received()).toEqual([]);
    expect(await press('a')).toMatchObject({ effect: 'executed' });
    const asked = double.countCalls('IsSecureEventInputEnabled');
    const { layoutId } = await desktop.describe(soon());
    const click = { layoutId, modifiers: ['shift'], point: { x: 300, y: 200 }, button: 'left' } as const;
    double.answer('IsSecureEventInputEnabled', 1, { from: asked + 1 });
    expect(await desktop.pointer.click({ ...click, count: 1 }, soon())).toMatchObject({ effect: 'executed' });
  });

  it('says that text is incomplete when a Tab leads into a password field', async () => {
    const { harness, double } = await setUp();
    double.answer('IsSecureEventInputEnabled', 1, { from: 3 });
    const result = await harness.desktop.keyboard.typeText('ada\tsecret', soon());
    expect(result).toMatchObject({ effect: 'partial', cleanupComplete: true });
    const typed = double.received().filter(({ type }) => type === 10);
    expect(typed.map(({ text }) => String.fromCharCode(...text))).toEqual(['ada', '\t']);
  });
});
