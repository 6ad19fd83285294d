import { describe, expect, it, onTestFinished } from 'vitest';
import type { Desktop, DesktopLayout, DesktopTarget, DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { DesktopErrorCode } from '../desktop-error.ts';
import { keyNames } from '../key-names.ts';
import type { PersonHolds, ReceivedEvent } from './received-event.ts';

/**
 * One desktop with an application on it that fills at least 800x600 pixels from the top left corner and reads the
 * keyboard. Each test makes its own and closes it.
 */
export type DesktopHarness = {
  readonly desktop: Desktop;
  /** What the application received, everything sent before this call included. */
  received(): Promise<readonly ReceivedEvent[]>;
  pointerAt(): Promise<DevicePoint>;
  /** How many keys and buttons are down, whoever pressed them. */
  countDown(): Promise<number>;
  /** A person presses something; the answer releases it. */
  hold(what: PersonHolds): Promise<() => Promise<void>>;
  /** Gives the monitors another geometry; resolves when the desktop can see it. */
  changeLayout(): Promise<void>;
  close(): Promise<void>;
};

const refusal = async (call: Promise<unknown>): Promise<DesktopError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DesktopError) return error;
  throw new Error('The call should have been refused with a DesktopError.', { cause: error });
};

const refusalCode = async (call: Promise<unknown>): Promise<DesktopErrorCode> => (await refusal(call)).code;

const soon = (): AbortSignal => AbortSignal.timeout(20_000);

const firstTarget = ({ targets: [target] }: DesktopLayout): DesktopTarget => {
  if (!target) throw new Error('The harness has no monitor.');
  return target;
};

const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const at = { x: 300, y: 200 };

const kinds = (events: readonly ReceivedEvent[]): string[] => events.map(({ kind }) => kind);
const withoutMotion = (events: readonly ReceivedEvent[]): ReceivedEvent[] =>
  events.filter(({ kind }) => kind !== 'motion');
const motions = (events: readonly ReceivedEvent[]): DevicePoint[] =>
  events.flatMap((event) => (event.kind === 'motion' ? [event.point] : []));

/** What every desktop does, whatever is behind it. Run on the fake and on each real backend. */
export const describeDesktopContract = (name: string, createHarness: () => Promise<DesktopHarness>): void => {
  const setUp = async () => {
    const harness = await createHarness();
    onTestFinished(() => harness.close());
    const layout = await harness.desktop.describe(soon());
    return { harness, desktop: harness.desktop, layout, layoutId: layout.layoutId };
  };

  describe(`${name}: monitors and captures`, () => {
    it('describes the monitors, primary first, under an id that stays while nothing changes', async () => {
      const { desktop, layout } = await setUp();
      const [first, ...others] = layout.targets;
      expect(first?.primary).toBe(true);
      expect(others.some(({ primary }) => primary)).toBe(false);
      expect(new Set(layout.targets.map(({ targetId }) => targetId)).size).toBe(layout.targets.length);
      expect(await desktop.describe(soon())).toEqual(layout);
    });

    it('captures a monitor in its own size, three bytes a pixel', async () => {
      const { desktop, layout } = await setUp();
      const target = firstTarget(layout);
      const frame = await desktop.capture({ targetId: target.targetId }, soon());
      expect(frame).toMatchObject({ target, width: target.area.width, height: target.area.height });
      expect(frame.layoutId).toBe(layout.layoutId);
      expect(frame.rgb.length).toBe(target.area.width * target.area.height * 3);
    });

    it('O6 answers two captures at once', async () => {
      const { desktop, layout } = await setUp();
      const { targetId } = firstTarget(layout);
      const frames = await Promise.all([1, 2].map(() => desktop.capture({ targetId }, soon())));
      expect(frames.map(({ width }) => width)).toEqual(frames.map(() => firstTarget(layout).area.width));
    });

    it('refuses to capture a monitor that is not there', async () => {
      const { desktop } = await setUp();
      expect(await refusalCode(desktop.capture({ targetId: 'display-9-9' }, soon()))).toBe('target_unknown');
    });

    it('captures without moving the pointer or sending anything', async () => {
      const { harness, desktop, layout } = await setUp();
      const before = await harness.pointerAt();
      await desktop.capture({ targetId: firstTarget(layout).targetId, drawPointer: true }, soon());
      expect(await harness.pointerAt()).toEqual(before);
      expect(withoutMotion(await harness.received())).toEqual([]);
    });

    it('tells when the monitors change', async () => {
      const { harness, desktop, layoutId } = await setUp();
      let changes = 0;
      desktop.onLayoutChange(() => (changes += 1));
      await harness.changeLayout();
      await expect.poll(() => changes, { timeout: 5_000 }).toBeGreaterThan(0);
      expect((await desktop.describe(soon())).layoutId).not.toBe(layoutId);
    });
  });

  describe(`${name}: pointer`, () => {
    it.each(['left', 'middle', 'right'] as const)('clicks the %s button where it is told', async (button) => {
      const { harness, desktop, layoutId } = await setUp();
      const result = await desktop.pointer.click({ layoutId, point: at, button, count: 1 }, soon());
      expect(result).toEqual(executed);
      expect(withoutMotion(await harness.received())).toEqual([
        { kind: 'button_down', button, point: at },
        { kind: 'button_up', button, point: at },
      ]);
    });

    it('P2 presses twice for a double click', async () => {
      const { harness, desktop, layoutId } = await setUp();
      await desktop.pointer.click({ layoutId, point: at, button: 'left', count: 2 }, soon());
      expect(kinds(withoutMotion(await harness.received()))).toEqual([
        'button_down',
        'button_up',
        'button_down',
        'button_up',
      ]);
    });

    it('moves the pointer and nothing else', async () => {
      const { harness, desktop, layoutId } = await setUp();
      expect(await desktop.pointer.move({ layoutId, point: at }, soon())).toEqual(executed);
      expect(await harness.pointerAt()).toEqual(at);
      expect(withoutMotion(await harness.received())).toEqual([]);
    });

    it('P5 drags with at least ten motions and ends exactly on the end', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const start = { x: 400, y: 400 };
      const end = { x: 600, y: 500 };
      const drag = { layoutId, start, end, button: 'left', durationMs: 200 } as const;
      expect(await desktop.pointer.drag(drag, soon())).toEqual(executed);
      const events = await harness.received();
      expect(withoutMotion(events)).toEqual([
        { kind: 'button_down', button: 'left', point: start },
        { kind: 'button_up', button: 'left', point: end },
      ]);
      const pressed = events.slice(kinds(events).indexOf('button_down'));
      expect(motions(pressed).length).toBeGreaterThanOrEqual(10);
      expect(motions(pressed).at(-1)).toEqual(end);
    });

    it('P6 stops a cancelled drag within 50 ms with the button up', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const cancel = new AbortController();
      const drag = {
        layoutId,
        start: at,
        end: { x: 700, y: 500 },
        button: 'left',
        durationMs: 3000,
      } as const;
      const startedAt = performance.now();
      const running = desktop.pointer.drag(drag, cancel.signal);
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(1);
      await expect
        .poll(async () => motions(await harness.received()).length, { interval: 10, timeout: 5_000 })
        .toBeGreaterThan(5);
      const untilCancelMs = performance.now() - startedAt;
      cancel.abort();
      expect(await running).toEqual({ effect: 'partial', cleanupComplete: true, interrupted: true });
      expect(await harness.countDown()).toBe(0);
      const events = await harness.received();
      expect(kinds(events).at(-1)).toBe('button_up');
      // A drag is never ahead of its time, so where it stopped says when it stopped, however slow this machine is.
      const stoppedAtX = motions(events).at(-1)?.x ?? drag.end.x;
      const draggedMs = ((stoppedAtX - drag.start.x) / (drag.end.x - drag.start.x)) * drag.durationMs;
      expect(draggedMs).toBeLessThan(untilCancelMs + 50);
      expect(stoppedAtX).toBeLessThan(drag.end.x);
    });

    it('scrolls one wheel step for each step', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const scroll = { layoutId, point: at, deltaX: 2, deltaY: -3, unit: 'steps' } as const;
      expect(await desktop.pointer.scroll(scroll, soon())).toEqual(executed);
      expect(withoutMotion(await harness.received())).toEqual([
        ...Array.from({ length: 3 }, () => ({ kind: 'wheel', direction: 'wheel_up', point: at })),
        ...Array.from({ length: 2 }, () => ({ kind: 'wheel', direction: 'wheel_right', point: at })),
      ]);
    });

    it('P3 refuses a scroll unit that it does not have, without moving the pointer', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const unit = desktop.capabilities.scrollUnits.includes('pixels') ? 'steps' : 'pixels';
      const before = await harness.pointerAt();
      const scroll = desktop.pointer.scroll({ layoutId, point: at, deltaX: 0, deltaY: 40, unit }, soon());
      expect(await refusalCode(scroll)).toBe('scroll_unit_unsupported');
      expect(await harness.pointerAt()).toEqual(before);
      expect(await harness.received()).toEqual([]);
    });
  });

  describe(`${name}: refusals before the first event`, () => {
    it('G6 refuses a point on no monitor, without moving the pointer', async () => {
      const { harness, desktop, layout, layoutId } = await setUp();
      const before = await harness.pointerAt();
      const right = Math.max(...layout.targets.map(({ area }) => area.x + area.width));
      for (const point of [
        { x: right, y: 10 },
        { x: -1, y: 10 },
        { x: 10.5, y: 10 },
      ]) {
        const click = desktop.pointer.click({ layoutId, point, button: 'left', count: 1 }, soon());
        expect(await refusalCode(click)).toBe('point_outside');
      }
      expect(await harness.pointerAt()).toEqual(before);
      expect(await harness.received()).toEqual([]);
    });

    it('G7 refuses a click after the monitors changed', async () => {
      const { harness, desktop, layoutId } = await setUp();
      await harness.changeLayout();
      const click = desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
      expect(await refusalCode(click)).toBe('layout_changed');
      expect(withoutMotion(await harness.received())).toEqual([]);
    });

    it('P7 leaves a button alone that a person holds', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const release = await harness.hold({ kind: 'button', button: 'left' });
      const before = await harness.received();
      const click = desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
      expect(await refusalCode(click)).toBe('input_held');
      const move = desktop.pointer.move({ layoutId, point: at }, soon());
      expect(await refusalCode(move)).toBe('input_held');
      expect(await harness.countDown()).toBe(1);
      expect(await harness.received()).toEqual(before);
      await release();
    });

    it('K6 leaves Shift alone that a person holds', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const release = await harness.hold({ kind: 'key', key: 'shift' });
      const before = await harness.received();
      expect(await refusalCode(desktop.keyboard.pressChord(['a'], soon()))).toBe('input_held');
      expect(await refusalCode(desktop.keyboard.pressChord(['shift', 'a'], soon()))).toBe('input_held');
      const click = desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon());
      expect(await refusalCode(click)).toBe('input_held');
      expect(await harness.countDown()).toBe(1);
      expect(await harness.received()).toEqual(before);
      await release();
      expect(await desktop.keyboard.pressChord(['a'], soon())).toEqual(executed);
    });

    it.each([
      ['an unknown key', ['return']],
      ['another case', ['Enter']],
      ['a repeated key', ['a', 'a']],
      ['no key', []],
      ['nine keys', ['control', 'shift', 'alt', 'a', 'b', 'c', 'd', 'e', 'f']],
      ['an unknown key after a known one', ['a', 'nope']],
    ])('K7 refuses %s', async (_, keys) => {
      const { harness, desktop } = await setUp();
      expect(await refusalCode(desktop.keyboard.pressChord(keys, soon()))).toBe('key_unknown');
      expect(await harness.received()).toEqual([]);
    });

    it('does nothing for a call that was cancelled before it began', async () => {
      const { harness, desktop, layout, layoutId } = await setUp();
      const signal = AbortSignal.abort();
      const calls = [
        desktop.describe(signal),
        desktop.capture({ targetId: firstTarget(layout).targetId }, signal),
        desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, signal),
        desktop.keyboard.pressChord(['a'], signal),
      ];
      for (const call of calls) expect(await refusalCode(call)).toBe('cancelled');
      expect(await harness.received()).toEqual([]);
    });
  });

  describe(`${name}: keyboard`, () => {
    it('presses the keys of a chord in order and releases them in reverse', async () => {
      const { harness, desktop } = await setUp();
      expect(await desktop.keyboard.pressChord(['control', 'alt', 'k'], soon())).toEqual(executed);
      expect(await harness.received()).toEqual([
        { kind: 'key_down', key: 'control' },
        { kind: 'key_down', key: 'alt' },
        { kind: 'key_down', key: 'k' },
        { kind: 'key_up', key: 'k' },
        { kind: 'key_up', key: 'alt' },
        { kind: 'key_up', key: 'control' },
      ]);
    });

    it('delivers every key that has a name', async () => {
      const { harness, desktop } = await setUp();
      for (const key of keyNames) expect(await desktop.keyboard.pressChord([key], soon())).toEqual(executed);
      const pressed = (await harness.received()).flatMap((event) =>
        event.kind === 'key_down' ? [event.key] : [],
      );
      expect(pressed).toEqual(keyNames);
      expect(await harness.countDown()).toBe(0);
    });

    it('refuses text where it is not offered', async () => {
      const { harness, desktop } = await setUp();
      if (desktop.capabilities.textInput) return;
      expect(await refusalCode(desktop.keyboard.typeText('hello', soon()))).toBe('unsupported');
      expect(await harness.received()).toEqual([]);
    });

    it('runs gestures one after the other', async () => {
      const { harness, desktop, layoutId } = await setUp();
      await Promise.all([
        desktop.keyboard.pressChord(['control', 'x'], soon()),
        desktop.pointer.click({ layoutId, point: at, button: 'left', count: 1 }, soon()),
        desktop.keyboard.pressChord(['y'], soon()),
      ]);
      expect(kinds(withoutMotion(await harness.received()))).toEqual([
        ...['key_down', 'key_down', 'key_up', 'key_up'],
        ...['button_down', 'button_up', 'key_down', 'key_up'],
      ]);
    });
  });

  describe(`${name}: closing`, () => {
    it('releases what it holds when it is closed in the middle of a drag, and can be closed again', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const drag = {
        layoutId,
        start: at,
        end: { x: 700, y: 500 },
        button: 'left',
        durationMs: 3000,
      } as const;
      const running = desktop.pointer.drag(drag, soon());
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(1);
      await desktop.close();
      expect(await running).toMatchObject({ effect: 'partial', cleanupComplete: true });
      expect(await harness.countDown()).toBe(0);
      await desktop.close();
    });

    it('refuses every call once it is closed, and does not call that a loss', async () => {
      const { desktop, layout, layoutId } = await setUp();
      let losses = 0;
      desktop.onLost(() => (losses += 1));
      await desktop.close();
      const calls = [
        desktop.describe(soon()),
        desktop.capture({ targetId: firstTarget(layout).targetId }, soon()),
        desktop.pointer.move({ layoutId, point: at }, soon()),
        desktop.keyboard.pressChord(['a'], soon()),
      ];
      for (const call of calls) expect(await refusalCode(call)).toBe('desktop_lost');
      expect(losses).toBe(0);
    });
  });
};
