import { describe, expect, it } from 'vitest';
import { keyNames } from '../../key-names.ts';
import {
  chordOf,
  clickOf,
  executed,
  kinds,
  refusalCode,
  soon,
  stopped,
  withoutMotion,
} from './contract-harness.ts';
import type { SetUpContract } from './contract-harness.ts';

const controlAltK = [
  { kind: 'key_down', key: 'control' },
  { kind: 'key_down', key: 'alt' },
  { kind: 'key_down', key: 'k' },
  { kind: 'key_up', key: 'k' },
  { kind: 'key_up', key: 'alt' },
  { kind: 'key_up', key: 'control' },
];

export const describeKeyboard = (name: string, setUp: SetUpContract): void => {
  describe(`${name}: keyboard`, () => {
    it('presses the keys of a chord in order and releases them in reverse', async () => {
      const { harness, desktop } = await setUp();
      expect(await desktop.keyboard.pressChord(chordOf(['control', 'alt', 'k']), soon())).toEqual(executed);
      expect(await harness.received()).toEqual(controlAltK);
    });

    it('holds a chord as long as it is told, and no key stays down', async () => {
      const { harness, desktop } = await setUp();
      const startedAt = performance.now();
      const running = desktop.keyboard.pressChord(chordOf(['control', 'alt', 'k'], 400), soon());
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(3);
      expect(await running).toEqual(executed);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
      expect(await harness.countDown()).toBe(0);
      expect(await harness.received()).toEqual(controlAltK);
    });

    it('P6 releases a held chord within 50 ms of a cancel, in reverse', async () => {
      const { harness, desktop } = await setUp();
      const cancel = new AbortController();
      const running = desktop.keyboard.pressChord(chordOf(['control', 'alt', 'k'], 10_000), cancel.signal);
      await expect.poll(() => harness.countDown(), { interval: 10, timeout: 5_000 }).toBe(3);
      const cancelledAt = performance.now();
      cancel.abort();
      expect(await running).toEqual(stopped);
      expect(performance.now() - cancelledAt).toBeLessThan(50);
      expect(await harness.countDown()).toBe(0);
      expect((await harness.received()).slice(-3)).toEqual(controlAltK.slice(-3));
    });

    it('delivers every key that has a name', async () => {
      const { harness, desktop } = await setUp();
      for (const key of keyNames) {
        expect(await desktop.keyboard.pressChord(chordOf([key]), soon())).toEqual(executed);
      }
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
        desktop.keyboard.pressChord(chordOf(['control', 'x']), soon()),
        desktop.pointer.click(clickOf({ layoutId, modifiers: ['shift'] }), soon()),
        desktop.keyboard.pressChord(chordOf(['y']), soon()),
      ]);
      expect(kinds(withoutMotion(await harness.received()))).toEqual([
        ...['key_down', 'key_down', 'key_up', 'key_up'],
        ...['key_down', 'button_down', 'button_up', 'key_up'],
        ...['key_down', 'key_up'],
      ]);
    });
  });
};
