import { describe, expect, it } from 'vitest';
import type { Desktop, InputResult, PointerModifier } from '../../desktop.ts';
import {
  at,
  clickOf,
  dragOf,
  executed,
  kinds,
  motions,
  moveOf,
  refusalCode,
  scrollOf,
  soon,
  stopped,
  withoutMotion,
} from './contract-harness.ts';
import type { SetUpContract } from './contract-harness.ts';

type Gesture = (
  desktop: Desktop,
  given: { layoutId: string; modifiers: readonly PointerModifier[] },
) => Promise<InputResult>;

const gestures: readonly (readonly [name: string, run: Gesture])[] = [
  ['click', ({ pointer }, given) => pointer.click(clickOf(given), soon())],
  ['move', ({ pointer }, given) => pointer.move(moveOf(given), soon())],
  ['drag', ({ pointer }, given) => pointer.drag(dragOf({ ...given, durationMs: 100 }), soon())],
  ['scroll', ({ pointer }, given) => pointer.scroll(scrollOf({ ...given, deltaY: 1 }), soon())],
];

export const describeModifiers = (name: string, setUp: SetUpContract): void => {
  describe(`${name}: pointer with modifiers`, () => {
    it.each(['shift', 'control', 'alt', 'meta'] as const)('clicks while %s is down', async (modifier) => {
      const { harness, desktop, layoutId } = await setUp();
      const click = clickOf({ layoutId, modifiers: [modifier], count: 2 });
      expect(await desktop.pointer.click(click, soon())).toEqual(executed);
      const tap = [
        { kind: 'button_down', button: 'left', point: at },
        { kind: 'button_up', button: 'left', point: at },
      ];
      expect(withoutMotion(await harness.received())).toEqual([
        { kind: 'key_down', key: modifier },
        ...tap,
        ...tap,
        { kind: 'key_up', key: modifier },
      ]);
    });

    it.each(gestures)('releases the modifiers of a %s in reverse, after all else', async (gesture, run) => {
      const { harness, desktop, layoutId } = await setUp();
      expect(await run(desktop, { layoutId, modifiers: ['control', 'shift', 'alt'] })).toEqual(executed);
      const events = withoutMotion(await harness.received());
      const keys = events.flatMap((event) => (event.kind === 'key_down' ? [event.key] : []));
      expect(new Set(keys)).toEqual(new Set(['control', 'shift', 'alt']));
      expect(events.slice(0, 3)).toEqual(keys.map((key) => ({ kind: 'key_down', key })));
      expect(events.slice(-3)).toEqual([...keys].reverse().map((key) => ({ kind: 'key_up', key })));
      expect(events).toHaveLength({ move: 6, scroll: 7 }[gesture] ?? 8);
      expect(await harness.countDown()).toBe(0);
    });

    it('moves only once the modifiers are down', async () => {
      const { harness, desktop, layoutId } = await setUp();
      await desktop.pointer.move(moveOf({ layoutId, modifiers: ['shift'] }), soon());
      expect(kinds(await harness.received())).toEqual(['key_down', 'motion', 'key_up']);
      expect(await harness.pointerAt()).toEqual(at);
    });

    it('P6 releases the button and then the modifiers of a cancelled drag', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const cancel = new AbortController();
      const drag = dragOf({ layoutId, modifiers: ['control', 'shift'] });
      const running = desktop.pointer.drag(drag, cancel.signal);
      await expect
        .poll(async () => motions(await harness.received()).length, { interval: 10, timeout: 5_000 })
        .toBeGreaterThan(5);
      expect(await harness.countDown()).toBe(3);
      cancel.abort();
      expect(await running).toEqual(stopped);
      expect(await harness.countDown()).toBe(0);
      expect((await harness.received()).slice(-3)).toMatchObject([
        { kind: 'button_up' },
        { kind: 'key_up', key: 'shift' },
        { kind: 'key_up', key: 'control' },
      ]);
    });

    it.each(gestures)(
      'K6 refuses a %s while a person holds the modifier, and leaves it to them',
      async (_, run) => {
        const { harness, desktop, layoutId } = await setUp();
        const release = await harness.hold({ kind: 'key', key: 'shift' });
        const before = await harness.received();
        for (const modifiers of [['shift'], ['control']] as const) {
          expect(await refusalCode(run(desktop, { layoutId, modifiers }))).toBe('input_held');
        }
        expect(await harness.countDown()).toBe(1);
        expect(await harness.received()).toEqual(before);
        await release();
        expect(await run(desktop, { layoutId, modifiers: ['shift'] })).toEqual(executed);
      },
    );

    it.each(gestures)('P7 refuses a %s while a person holds a button beside it', async (_, run) => {
      const { harness, desktop, layoutId } = await setUp();
      const release = await harness.hold({ kind: 'button', button: 'forward' });
      const before = await harness.received();
      expect(await refusalCode(run(desktop, { layoutId, modifiers: ['control'] }))).toBe('input_held');
      expect(await refusalCode(run(desktop, { layoutId, modifiers: [] }))).toBe('input_held');
      expect(await harness.countDown()).toBe(1);
      expect(await harness.received()).toEqual(before);
      await release();
    });
  });
};
