import { describe, expect, it } from 'vitest';
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

export const describePointer = (name: string, setUp: SetUpContract): void => {
  describe(`${name}: pointer`, () => {
    it.each(['left', 'middle', 'right', 'back', 'forward'] as const)(
      'clicks the %s button where it is told',
      async (button) => {
        const { harness, desktop, layoutId } = await setUp();
        const result = await desktop.pointer.click(clickOf({ layoutId, button }), soon());
        expect(result).toEqual(executed);
        expect(withoutMotion(await harness.received())).toEqual([
          { kind: 'button_down', button, point: at },
          { kind: 'button_up', button, point: at },
        ]);
      },
    );

    it.each([2, 3])('P2 presses as often as the count says, %d times', async (count) => {
      const { harness, desktop, layoutId } = await setUp();
      await desktop.pointer.click(clickOf({ layoutId, count }), soon());
      expect(kinds(withoutMotion(await harness.received()))).toEqual(
        Array.from({ length: count }, () => ['button_down', 'button_up']).flat(),
      );
    });

    it('moves the pointer and nothing else', async () => {
      const { harness, desktop, layoutId } = await setUp();
      expect(await desktop.pointer.move(moveOf({ layoutId }), soon())).toEqual(executed);
      expect(await harness.pointerAt()).toEqual(at);
      expect(withoutMotion(await harness.received())).toEqual([]);
    });

    it('scrolls one wheel step for each step', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const scroll = scrollOf({ layoutId, deltaX: 2, deltaY: -3 });
      expect(await desktop.pointer.scroll(scroll, soon())).toEqual(executed);
      expect(withoutMotion(await harness.received())).toEqual([
        ...Array.from({ length: 3 }, () => ({ kind: 'wheel', direction: 'wheel_up', point: at })),
        ...Array.from({ length: 2 }, () => ({ kind: 'wheel', direction: 'wheel_right', point: at })),
      ]);
    });

    it('P3 scrolls as many pixels as asked, down and right, where it scrolls in pixels', async () => {
      const { harness, desktop, layoutId } = await setUp();
      if (!desktop.capabilities.scrollUnits.includes('pixels')) return;
      const scroll = scrollOf({ layoutId, deltaX: 120, deltaY: 1000, unit: 'pixels' });
      expect(await desktop.pointer.scroll(scroll, soon())).toEqual(executed);
      const parts = withoutMotion(await harness.received());
      expect(parts.every((part) => part.kind === 'pixel_scroll' && part.point.x === at.x)).toBe(true);
      const ways = parts.flatMap((part) => (part.kind === 'pixel_scroll' ? [part] : []));
      expect(ways.reduce((sum, { deltaX }) => sum + deltaX, 0)).toBe(120);
      expect(ways.reduce((sum, { deltaY }) => sum + deltaY, 0)).toBe(1000);
    });

    it('P3 refuses a scroll unit that it does not have, without moving the pointer', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const { scrollUnits } = desktop.capabilities;
      const unit = (['pixels', 'steps'] as const).find((candidate) => !scrollUnits.includes(candidate));
      if (!unit) return;
      const before = await harness.pointerAt();
      const scroll = desktop.pointer.scroll(scrollOf({ layoutId, deltaY: 40, unit }), soon());
      expect(await refusalCode(scroll)).toBe('scroll_unit_unsupported');
      expect(await harness.pointerAt()).toEqual(before);
      expect(await harness.received()).toEqual([]);
    });
  });

  describe(`${name}: drags`, () => {
    it('P5 drags with at least ten motions and ends exactly on the end', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const start = { x: 400, y: 400 };
      const end = { x: 600, y: 500 };
      const drag = dragOf({ layoutId, path: [start, end], durationMs: 200 });
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

    it('drags through every point of its path in order, also through one that stands twice', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const corners = [
        { x: 101, y: 103 },
        { x: 507, y: 103 },
        { x: 507, y: 411 },
        { x: 103, y: 207 },
      ];
      const path = corners.flatMap((corner) => [corner, corner]);
      expect(await desktop.pointer.drag(dragOf({ layoutId, path, durationMs: 300 }), soon())).toEqual(
        executed,
      );
      const events = await harness.received();
      const passed = motions(events).filter(({ x, y }) =>
        corners.some((corner) => corner.x === x && corner.y === y),
      );
      expect(passed).toEqual(corners);
      expect(withoutMotion(events)).toEqual([
        { kind: 'button_down', button: 'left', point: corners[0] },
        { kind: 'button_up', button: 'left', point: corners[3] },
      ]);
    });

    it('presses and releases in one place for a drag without length', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const drag = dragOf({ layoutId, path: [at, at], button: 'back', durationMs: 100 });
      expect(await desktop.pointer.drag(drag, soon())).toEqual(executed);
      expect(withoutMotion(await harness.received())).toEqual([
        { kind: 'button_down', button: 'back', point: at },
        { kind: 'button_up', button: 'back', point: at },
      ]);
    });

    it('G7 ends a drag when the monitors change in its middle', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const end = { x: 700, y: 500 };
      const running = desktop.pointer.drag(dragOf({ layoutId, path: [at, end] }), soon());
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(1);
      await harness.changeLayout();
      expect(await running).toEqual({ effect: 'partial', cleanupComplete: true, interrupted: false });
      expect(await harness.countDown()).toBe(0);
      expect(motions(await harness.received())).not.toContainEqual(end);
    });

    it('P6 stops a cancelled drag within 50 ms with the button up', async () => {
      const { harness, desktop, layoutId } = await setUp();
      const cancel = new AbortController();
      const end = { x: 700, y: 500 };
      const drag = dragOf({ layoutId, path: [at, { x: 500, y: 350 }, end] });
      const startedAt = performance.now();
      const running = desktop.pointer.drag(drag, cancel.signal);
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(1);
      await expect
        .poll(async () => motions(await harness.received()).length, { interval: 10, timeout: 5_000 })
        .toBeGreaterThan(5);
      const untilCancelMs = performance.now() - startedAt;
      cancel.abort();
      expect(await running).toEqual(stopped);
      expect(await harness.countDown()).toBe(0);
      const events = await harness.received();
      expect(kinds(events).at(-1)).toBe('button_up');
      // A drag is never ahead of its time, so where it stopped says when it stopped, however slow this machine is.
      const stoppedAtX = motions(events).at(-1)?.x ?? end.x;
      const draggedMs = ((stoppedAtX - at.x) / (end.x - at.x)) * drag.durationMs;
      expect(draggedMs).toBeLessThan(untilCancelMs + 50);
      expect(stoppedAtX).toBeLessThan(end.x);
    });
  });
};
