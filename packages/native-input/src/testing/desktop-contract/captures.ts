import { describe, expect, it } from 'vitest';
import { clickOf, firstTarget, moveOf, refusalCode, soon, withoutMotion } from './contract-harness.ts';
import type { SetUpContract } from './contract-harness.ts';

export const describeCaptures = (name: string, setUp: SetUpContract): void => {
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
      expect(frame.area).toEqual(target.area);
      expect(frame.layoutId).toBe(layout.layoutId);
      expect(frame.rgb.length).toBe(target.area.width * target.area.height * 3);
    });

    it('captures a part of a monitor, which is what the whole shows there', async () => {
      const { desktop, layout, layoutId } = await setUp();
      const { targetId, area: whole } = firstTarget(layout);
      const area = { x: whole.x + 251, y: whole.y + 133, width: 87, height: 5 };
      const part = await desktop.capture({ targetId, area, layoutId }, soon());
      expect(part).toMatchObject({ area, width: 87, height: 5 });
      const { rgb } = await desktop.capture({ targetId }, soon());
      const rows = [0, 1, 2, 3, 4].map((row) => {
        const start = ((133 + row) * whole.width + 251) * 3;
        return rgb.subarray(start, start + 87 * 3);
      });
      expect(Buffer.from(part.rgb).equals(Buffer.concat(rows))).toBe(true);
    });

    it('refuses an area that is not wholly a part of the monitor', async () => {
      const { desktop, layout } = await setUp();
      const { targetId, area } = firstTarget(layout);
      const { x, y, width, height } = area;
      for (const outside of [
        { x: x - 1, y, width: 10, height: 10 },
        { x, y, width: width + 1, height },
        { x, y: y + height - 1, width: 10, height: 2 },
        { x, y, width: 0, height: 10 },
        { x: x + 0.5, y, width: 10, height: 10 },
      ]) {
        const capture = desktop.capture({ targetId, area: outside }, soon());
        expect(await refusalCode(capture)).toBe('area_outside');
      }
    });

    it('refuses an area of another layout, also where it would still fit', async () => {
      const { harness, desktop, layout, layoutId } = await setUp();
      const { targetId } = firstTarget(layout);
      await harness.changeLayout();
      const area = { x: 0, y: 0, width: 10, height: 10 };
      const capture = desktop.capture({ targetId, area, layoutId }, soon());
      expect(await refusalCode(capture)).toBe('layout_changed');
    });

    it('tells where the pointer is, if that is within what it captures', async () => {
      const { desktop, layout, layoutId } = await setUp();
      const { targetId } = firstTarget(layout);
      await desktop.pointer.move(moveOf({ layoutId, point: { x: 321, y: 123 } }), soon());
      expect((await desktop.capture({ targetId }, soon())).pointer).toEqual({ x: 321, y: 123 });
      const around = { x: 321, y: 123, width: 1, height: 1 };
      expect((await desktop.capture({ targetId, area: around }, soon())).pointer).toEqual({ x: 321, y: 123 });
      const beside = { x: 322, y: 123, width: 50, height: 50 };
      expect((await desktop.capture({ targetId, area: beside }, soon())).pointer).toBeNull();
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

    it('tells when the monitors change, and refuses a click of before', async () => {
      const { harness, desktop, layoutId } = await setUp();
      let changes = 0;
      desktop.onLayoutChange(() => (changes += 1));
      await harness.changeLayout();
      await expect.poll(() => changes, { timeout: 5_000 }).toBeGreaterThan(0);
      expect((await desktop.describe(soon())).layoutId).not.toBe(layoutId);
      expect(await refusalCode(desktop.pointer.click(clickOf({ layoutId }), soon()))).toBe('layout_changed');
    });
  });
};
