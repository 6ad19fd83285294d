import { describe, expect, it, onTestFinished } from 'vitest';
import { executed, refusalCode, soon, stopped } from './contract-harness.ts';
import type { DesktopHarness } from './contract-harness.ts';

/** A desktop that types text, with an application that tells what it read. */
export type TextHarness = DesktopHarness & {
  /** The characters that the application received in order, everything sent before this call included. */
  typed(): Promise<string>;
  /** A person presses CapsLock. Tells whether it is on then. */
  toggleCapsLock(): Promise<boolean>;
};

const family = '👨‍👩‍👧‍👦';

const asGiven: readonly (readonly [what: string, text: string])[] = [
  ['letters of several scripts and an emoji', 'Grüße, 日本語 😀'],
  ['signs that need other keys in each layout', 'aA 09 `~^"\'\\/|@#€{[]}<>;:'],
  ['an accent of its own and a joined family', `e\u0301 ${family}.`],
  ['a tab', 'a\tb'],
];

/** Takes seconds. */
const longText = `日本語😀${family}`.repeat(1_500);

export const describeText = (name: string, createHarness: () => Promise<TextHarness>): void => {
  const setUp = async () => {
    const harness = await createHarness();
    onTestFinished(() => harness.close());
    return { harness, keyboard: harness.desktop.keyboard };
  };
  const startLongText = async () => {
    const { harness, keyboard } = await setUp();
    const cancel = new AbortController();
    const running = keyboard.typeText(longText, cancel.signal);
    await expect.poll(() => harness.typed(), { interval: 10, timeout: 5_000 }).not.toBe('');
    return { harness, cancel, running };
  };
  const expectWholePrefix = (typed: string): void => {
    expect(longText.startsWith(typed)).toBe(true);
    expect(typed.length).toBeLessThan(longText.length);
    expect(typed).not.toMatch(/\p{Surrogate}/u);
    expect(typed).toMatch(new RegExp(`(^|[日本語😀]|${family})$`, 'u'));
  };

  describe(`${name}: text`, () => {
    it('says that it types text', async () => {
      const { harness } = await setUp();
      expect(harness.desktop.capabilities.textInput).toBe(true);
    });

    it.each(asGiven)('types %s', async (_, text) => {
      const { harness, keyboard } = await setUp();
      expect(await keyboard.typeText(text, soon())).toEqual(executed);
      expect(await harness.typed()).toBe(text);
      expect(await harness.countDown()).toBe(0);
    });

    it('types CRLF and LF as one CR each', async () => {
      const { harness, keyboard } = await setUp();
      expect(await keyboard.typeText('one\r\ntwo\nthree\r\n\r\nfour', soon())).toEqual(executed);
      expect(await harness.typed()).toBe('one\rtwo\rthree\r\rfour');
    });

    it('types a long text with nothing lost, doubled or out of turn', async () => {
      const { harness, keyboard } = await setUp();
      const words = Array.from({ length: 200 }, (_, index) => `${index} größer 😀`);
      const calls = [words.slice(0, 150), words.slice(150)].map((part) =>
        keyboard.typeText(part.join(' '), soon()),
      );
      expect(await Promise.all(calls)).toEqual([executed, executed]);
      expect(await harness.typed()).toBe(words.slice(0, 150).join(' ') + words.slice(150).join(' '));
    });

    it('P6 stops within 50 ms of a cancel, after whole characters', async () => {
      const { harness, cancel, running } = await startLongText();
      const cancelledAt = performance.now();
      cancel.abort();
      expect(await running).toEqual(stopped);
      expect(performance.now() - cancelledAt).toBeLessThan(50);
      expectWholePrefix(await harness.typed());
      expect(await harness.countDown()).toBe(0);
    });

    it('stops when it is closed, and types nothing of a later text', async () => {
      const { harness, running } = await startLongText();
      const later = harness.desktop.keyboard.typeText('later', soon());
      await Promise.all([harness.desktop.close(), expect(refusalCode(later)).resolves.toBe('cancelled')]);
      expect(await running).toEqual(stopped);
      expectWholePrefix(await harness.typed());
    });

    it('types nothing of a text that was cancelled before it began', async () => {
      const { harness, keyboard } = await setUp();
      expect(await refusalCode(keyboard.typeText('a', AbortSignal.abort()))).toBe('cancelled');
      expect(await harness.typed()).toBe('');
    });

    it.each([
      { kind: 'key', key: 'shift' },
      { kind: 'key', key: 'control' },
      { kind: 'key', key: 'alt' },
      { kind: 'button', button: 'left' },
    ] as const)('K6 types nothing while a person holds %j, and leaves it to them', async (held) => {
      const { harness, keyboard } = await setUp();
      const release = await harness.hold(held);
      expect(await refusalCode(keyboard.typeText('abc', soon()))).toBe('input_held');
      expect(await harness.typed()).toBe('');
      expect(await harness.countDown()).toBe(1);
      await release();
      expect(await keyboard.typeText('abc', soon())).toEqual(executed);
      expect(await harness.typed()).toBe('abc');
    });

    it('K5 types the same with CapsLock on, and leaves it on', async () => {
      const { harness, keyboard } = await setUp();
      expect(await harness.toggleCapsLock()).toBe(true);
      try {
        expect(await keyboard.typeText('aB ß1!', soon())).toEqual(executed);
        expect(await harness.typed()).toBe('aB ß1!');
      } finally {
        expect(await harness.toggleCapsLock()).toBe(false);
      }
    });
  });
};
