import { describe, expect, it } from 'vitest';
import type { Desktop, InputResult } from '../../desktop.ts';
import { chordOf, dragOf, firstTarget, moveOf, refusalCode, soon } from './contract-harness.ts';
import type { SetUpContract } from './contract-harness.ts';

type LongGesture = (desktop: Desktop, layoutId: string) => Promise<InputResult>;

const longGestures: readonly (readonly [name: string, down: number, run: LongGesture])[] = [
  ['drag', 1, ({ pointer }, layoutId) => pointer.drag(dragOf({ layoutId }), soon())],
  [
    'drag with modifiers',
    3,
    ({ pointer }, layoutId) => pointer.drag(dragOf({ layoutId, modifiers: ['control', 'shift'] }), soon()),
  ],
  ['held chord', 2, ({ keyboard }) => keyboard.pressChord(chordOf(['shift', 'f5'], 10_000), soon())],
];

export const describeClosing = (name: string, setUp: SetUpContract): void => {
  describe(`${name}: closing`, () => {
    it.each(longGestures)(
      'releases what it holds when it is closed in the middle of a %s, and can be closed again',
      async (_, down, run) => {
        const { harness, desktop, layoutId } = await setUp();
        const running = run(desktop, layoutId);
        await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(down);
        await desktop.close();
        expect(await running).toMatchObject({ effect: 'partial', cleanupComplete: true });
        expect(await harness.countDown()).toBe(0);
        await desktop.close();
      },
    );

    it('refuses every call once it is closed, and does not call that a loss', async () => {
      const { desktop, layout, layoutId } = await setUp();
      let losses = 0;
      desktop.onLost(() => (losses += 1));
      await desktop.close();
      const calls = [
        desktop.describe(soon()),
        desktop.capture({ targetId: firstTarget(layout).targetId }, soon()),
        desktop.pointer.move(moveOf({ layoutId }), soon()),
        desktop.keyboard.pressChord(chordOf(['a']), soon()),
      ];
      const codes = await Promise.all(calls.map(refusalCode));
      expect(codes).toEqual(calls.map(() => 'desktop_lost'));
      expect(losses).toBe(0);
    });
  });
};
