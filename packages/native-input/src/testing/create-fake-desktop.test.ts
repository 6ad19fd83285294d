import { describe, expect, it } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { createFakeDesktop } from './create-fake-desktop.ts';
import { describeDesktopContract, describeTextContract } from './desktop-contract.ts';
import type { TextHarness } from './desktop-contract/text.ts';
import type { FakeDesktopOptions } from './create-fake-desktop.ts';

const signal = new AbortController().signal;

/** Each is written down while only the ones before it are down. */
const threePresses = [1, 2, 3].map((written) => ({ written, down: written - 1 }));

const createHarness = async (options: FakeDesktopOptions): Promise<TextHarness> => {
  const desktop = createFakeDesktop(options);
  const { control } = desktop;
  const target = { targetId: 'display-0-2', name: 'FAKE-2', primary: true };
  return Promise.resolve({
    desktop,
    received: () => Promise.resolve([...control.events]),
    pointerAt: () => Promise.resolve(control.pointerAt()),
    countDown: () => Promise.resolve(control.down().length),
    hold: (what) => {
      const release = control.hold(what);
      return Promise.resolve(() => Promise.resolve().then(release));
    },
    changeLayout: () =>
      Promise.resolve().then(() =>
        control.setTargets([{ ...target, area: { x: 0, y: 0, width: 800, height: 600 } }]),
      ),
    typed: () => Promise.resolve(control.typed()),
    toggleCapsLock: () => Promise.resolve(control.toggleCapsLock()),
    close: () => desktop.close(),
  });
};

describeDesktopContract('the fake desktop', () => createHarness({}));
describeTextContract('the fake desktop that types text', () =>
  createHarness({ capabilities: { scrollUnits: ['steps'], textInput: true } }),
);

describe('the fake desktop', () => {
  it('O6 never captures twice at once', async () => {
    const desktop = createFakeDesktop();
    const resume = desktop.control.pauseCaptures();
    const captures = [1, 2, 3].map(() => desktop.capture({ targetId: 'display-0-1' }, signal));
    await expect.poll(() => desktop.control.captureCount()).toBe(1);
    resume();
    await Promise.all(captures);
    expect(desktop.control.captureCount()).toBe(3);
    expect(desktop.control.mostCapturesAtOnce()).toBe(1);
  });

  it('P3 scrolls in pixels where that is its unit', async () => {
    const capabilities = { scrollUnits: ['pixels'], textInput: false } as const;
    const desktop = createFakeDesktop({ capabilities });
    const { layoutId } = await desktop.describe(signal);
    const scroll = { layoutId, modifiers: [], point: { x: 7, y: 8 }, deltaX: 0, deltaY: 40 } as const;
    await desktop.pointer.scroll({ ...scroll, unit: 'pixels' }, signal);
    const scrolled = { kind: 'pixel_scroll', deltaX: 0, deltaY: 40, point: { x: 7, y: 8 } };
    expect(desktop.control.events).toEqual([{ kind: 'motion', point: { x: 7, y: 8 } }, scrolled]);
    await expect(desktop.pointer.scroll({ ...scroll, unit: 'steps' }, signal)).rejects.toMatchObject({
      code: 'scroll_unit_unsupported',
    });
  });

  it('G9 has no targets while no monitor is connected, and works again when one returns', async () => {
    const desktop = createFakeDesktop();
    const { targets } = await desktop.describe(signal);
    desktop.control.setTargets([]);
    await expect(desktop.capture({ targetId: 'display-0-1' }, signal)).rejects.toMatchObject({
      code: 'no_targets',
    });
    desktop.control.setTargets(targets);
    await expect(desktop.capture({ targetId: 'display-0-1' }, signal)).resolves.toMatchObject({
      width: 1920,
    });
  });

  it('O5 tells the loss once and refuses every later call', async () => {
    const desktop = createFakeDesktop();
    const losses: Error[] = [];
    desktop.onLost((error) => losses.push(error));
    desktop.control.lose();
    desktop.control.lose();
    expect(losses).toHaveLength(1);
    await expect(desktop.describe(signal)).rejects.toMatchObject({ code: 'desktop_lost' });
  });

  it('says that the clean-up failed when a release is refused', async () => {
    const desktop = createFakeDesktop();
    const { layoutId } = await desktop.describe(signal);
    desktop.control.setFailure('release', new DesktopError('internal', 'refused'));
    const result = await desktop.pointer.click(
      { layoutId, modifiers: [], point: { x: 1, y: 1 }, button: 'left', count: 1 },
      signal,
    );
    expect(result).toEqual({ effect: 'unknown', cleanupComplete: false, interrupted: false });
  });

  it('rejects when the first event itself is refused, since nothing was sent', async () => {
    const desktop = createFakeDesktop();
    desktop.control.setFailure('input', new DesktopError('permission_missing', 'no'));
    await expect(desktop.keyboard.pressChord({ keys: ['a'], holdMs: 0 }, signal)).rejects.toMatchObject({
      code: 'permission_missing',
    });
    expect(desktop.control.events).toEqual([]);
  });

  it('says unknown when the system took a part of a text, and partial when it then took nothing', async () => {
    const capabilities = { scrollUnits: ['steps'], textInput: true } as const;
    const ended = { cleanupComplete: true, interrupted: false };
    for (const [code, effect] of [
      ['internal', 'unknown'],
      ['input_blocked', 'partial'],
    ] as const) {
      const desktop = createFakeDesktop({ capabilities });
      const running = desktop.keyboard.typeText('long '.repeat(1000), signal);
      await expect.poll(() => desktop.control.typed()).not.toBe('');
      desktop.control.setFailure('type', new DesktopError(code, 'no'));
      expect(await running).toEqual({ effect, ...ended });
    }
  });

  it('rejects when the system takes nothing of a text, and says unknown when it may have taken some', async () => {
    const desktop = createFakeDesktop({ capabilities: { scrollUnits: ['steps'], textInput: true } });
    const fail = (code: 'input_blocked' | 'internal') => {
      desktop.control.setFailure('type', new DesktopError(code, 'no'));
      return desktop.keyboard.typeText('text', signal);
    };
    await expect(fail('input_blocked')).rejects.toMatchObject({ code: 'input_blocked' });
    expect(await fail('internal')).toMatchObject({ effect: 'unknown', interrupted: false });
    expect(desktop.control.typed()).toBe('');
  });

  it('refuses a key that the layout lacks', async () => {
    const desktop = createFakeDesktop();
    desktop.control.setUnavailableKeys(['q']);
    await expect(desktop.keyboard.pressChord({ keys: ['q'], holdMs: 0 }, signal)).rejects.toMatchObject({
      code: 'key_unavailable',
    });
  });

  it('refuses a modifier that the layout lacks', async () => {
    const desktop = createFakeDesktop();
    const { layoutId } = await desktop.describe(signal);
    desktop.control.setUnavailableKeys(['meta']);
    const move = { layoutId, modifiers: ['control', 'meta'], point: { x: 1, y: 1 } } as const;
    await expect(desktop.pointer.move(move, signal)).rejects.toMatchObject({ code: 'modifier_unavailable' });
    expect(desktop.control.events).toEqual([]);
  });

  it('has every press in the journal before it goes down, and nothing once all is up', async () => {
    const entries: { written: number; down: number }[] = [];
    const desktop = createFakeDesktop({
      journal: {
        record: (held) => entries.push({ written: held.length, down: desktop.control.down().length }),
      },
    });
    const { layoutId } = await desktop.describe(signal);
    const click = { layoutId, modifiers: ['control', 'shift'], point: { x: 1, y: 1 } } as const;
    const gestures = [
      desktop.keyboard.pressChord({ keys: ['alt', 'control', 'c'], holdMs: 0 }, signal),
      desktop.pointer.click({ ...click, button: 'back', count: 1 }, signal),
    ];
    await Promise.all(gestures);
    const presses = entries.filter(({ written, down }) => written > down);
    expect(presses).toEqual([...threePresses, ...threePresses]);
    expect(entries.every(({ written, down }) => written >= down)).toBe(true);
    expect(entries.at(-1)).toEqual({ written: 0, down: 0 });
  });
});
