import { describe, expect, it } from 'vitest';
import {
  chordOf,
  clickOf,
  dragOf,
  executed,
  firstTarget,
  moveOf,
  refusalCode,
  soon,
  withoutMotion,
} from './contract-harness.ts';
import type { SetUpContract } from './contract-harness.ts';

export const describeRefusals = (name: string, setUp: SetUpContract): void => {
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
        const click = desktop.pointer.click(clickOf({ layoutId, point, modifiers: ['shift'] }), soon());
        expect(await refusalCode(click)).toBe('point_outside');
        const path = [{ x: 10, y: 10 }, { x: 20, y: 10 }, point, { x: 30, y: 10 }];
        const drag = desktop.pointer.drag(dragOf({ layoutId, path }), soon());
        expect(await refusalCode(drag)).toBe('point_outside');
      }
      expect(await harness.pointerAt()).toEqual(before);
      expect(await harness.received()).toEqual([]);
    });

    it('G7 refuses a click after the monitors changed', async () => {
      const { harness, desktop, layoutId } = await setUp();
      await harness.changeLayout();
      const click = desktop.pointer.click(clickOf({ layoutId }), soon());
      expect(await refusalCode(click)).toBe('layout_changed');
      expect(withoutMotion(await harness.received())).toEqual([]);
    });

    it.each(['left', 'back'] as const)(
      'P7 leaves the %s button alone that a person holds',
      async (button) => {
        const { harness, desktop, layoutId } = await setUp();
        const release = await harness.hold({ kind: 'button', button });
        const before = await harness.received();
        const click = desktop.pointer.click(clickOf({ layoutId, button }), soon());
        expect(await refusalCode(click)).toBe('input_held');
        const move = desktop.pointer.move(moveOf({ layoutId }), soon());
        expect(await refusalCode(move)).toBe('input_held');
        expect(await harness.countDown()).toBe(1);
        expect(await harness.received()).toEqual(before);
        await release();
        expect(await desktop.pointer.click(clickOf({ layoutId, button }), soon())).toEqual(executed);
      },
    );

    it('K6 leaves Shift alone that a person holds', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const release = await harness.hold({ kind: 'key', key: 'shift' });
      const before = await harness.received();
      for (const keys of [['a'], ['shift', 'a']]) {
        expect(await refusalCode(desktop.keyboard.pressChord(chordOf(keys), soon()))).toBe('input_held');
      }
      const click = desktop.pointer.click(clickOf({ layoutId }), soon());
      expect(await refusalCode(click)).toBe('input_held');
      expect(await harness.countDown()).toBe(1);
      expect(await harness.received()).toEqual(before);
      await release();
      expect(await desktop.keyboard.pressChord(chordOf(['a']), soon())).toEqual(executed);
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
      expect(await refusalCode(desktop.keyboard.pressChord(chordOf(keys), soon()))).toBe('key_unknown');
      expect(await harness.received()).toEqual([]);
    });

    it('refuses numbers that no caller of the wire can give', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const { pointer, keyboard } = desktop;
      const calls = [
        () => pointer.click(clickOf({ layoutId, count: 4 }), soon()),
        () => pointer.click(clickOf({ layoutId, modifiers: ['alt', 'alt'] }), soon()),
        () => pointer.drag(dragOf({ layoutId, path: [{ x: 1, y: 1 }] }), soon()),
        () => keyboard.pressChord(chordOf(['a'], 10_001), soon()),
        () => keyboard.pressChord(chordOf(['a'], -1), soon()),
      ];
      for (const call of calls) expect(await refusalCode(call())).toBe('internal');
      expect(await harness.received()).toEqual([]);
    });

    it('does nothing for a call that was cancelled before it began', async () => {
      const { harness, desktop, layout, layoutId } = await setUp();
      const signal = AbortSignal.abort();
      const calls = [
        desktop.describe(signal),
        desktop.capture({ targetId: firstTarget(layout).targetId }, signal),
        desktop.pointer.click(clickOf({ layoutId, modifiers: ['control'] }), signal),
        desktop.keyboard.pressChord(chordOf(['a'], 500), signal),
      ];
      const codes = await Promise.all(calls.map(refusalCode));
      expect(codes).toEqual(calls.map(() => 'cancelled'));
      expect(await harness.received()).toEqual([]);
    });
  });
};
