import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WindowMessage } from '../testing/windows/window-message.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineDesktop, WineSession } from '../testing/windows/start-wine-session.ts';
import { virtualKeys } from './keymap/virtual-keys.ts';

const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const keyDownMessages = [0x100, 0x104];
const [shift, control, altGr] = [0x2a, 0x1d, 0x138];

/** The scan codes of the presses, with 0x100 for the grey keys. */
const scanCodes = (messages: readonly WindowMessage[]): number[] =>
  messages
    .filter(({ message }) => keyDownMessages.includes(message))
    .map(({ lParam }) => (lParam >>> 16) & 0x1ff);

/** Wine takes over the layout of X when it starts, so that each has a session of its own. */
const withLayout = (
  layout: string,
  run: (use: (test: (harness: WineDesktop, session: WineSession) => Promise<void>) => Promise<void>) => void,
): void => {
  describe(`Windows keyboard with the layout ${layout}`, () => {
    let session: WineSession | undefined;
    beforeAll(async () => {
      session = await startWineSession({ layout: [layout] });
    });
    afterAll(() => session?.stop());
    run(async (test) => {
      if (!session) throw new Error('The session is started before the first test.');
      const harness = await session.createHarness();
      try {
        await test(harness, session);
        expect(await harness.countDown()).toBe(0);
      } finally {
        await harness.close();
      }
    });
  });
};

const press = async ({ desktop }: WineDesktop, ...keys: readonly string[]): Promise<void> => {
  const result = await desktop.keyboard.pressChord({ keys, holdMs: 0 }, AbortSignal.timeout(10_000));
  expect(result).toEqual(executed);
};

const pressEach = async (harness: WineDesktop, keys: string): Promise<void> => {
  for (const key of keys) await press(harness, key);
};

withLayout('fr', (use) => {
  it('K1 gives the letters and signs of the layout, with Shift where it needs it', () =>
    use(async (harness) => {
      await pressEach(harness, "aqzwm1-,.;/'=0");
      expect(await harness.typed()).toBe("aqzwm1-,.;/'=0");
    }));

  it('K3 presses Control with the key that is a in the layout', () =>
    use(async (harness, { application }) => {
      await press(harness, 'control', 'a');
      expect(scanCodes(await application.messages())).toEqual([control, 0x10]);
      expect(await harness.received()).toMatchObject([{ key: 'control' }, { key: 'a' }, {}, {}]);
    }));

  it('presses the digit of a command without the Shift that the layout needs for it', () =>
    use(async (harness, { application }) => {
      await press(harness, 'control', '1');
      await press(harness, '1');
      expect(scanCodes(await application.messages())).toEqual([control, 0x02, shift, 0x02]);
    }));
});

withLayout('de', (use) => {
  it('K1 gives the letters of the layout', () =>
    use(async (harness) => {
      await pressEach(harness, 'yz/-');
      expect(await harness.typed()).toBe('yz/-');
    }));

  // Wine makes no character of AltGr that a program sends.
  it('presses AltGr where the layout needs it', () =>
    use(async (harness, { application }) => {
      await press(harness, '[');
      expect(scanCodes(await application.messages())).toEqual([control, altGr, 0x09]);
    }));

  it('refuses an accent that waits for the next key', () =>
    use(async (harness) => {
      await expect(press(harness, '`')).rejects.toMatchObject({ code: 'key_unavailable' });
      expect(await harness.received()).toEqual([]);
    }));

  it('types text that no key of the layout gives', () =>
    use(async (harness) => {
      const text = 'Grüße, 日本語 😀 [\\`';
      expect(await harness.desktop.keyboard.typeText(text, AbortSignal.timeout(10_000))).toEqual(executed);
      expect(await harness.typed()).toBe(text);
    }));

  it('K5 delivers keys with CapsLock and NumLock on, and leaves both on', () =>
    use(async (harness, { application, server }) => {
      const locks = [virtualKeys.capsLock, virtualKeys.numLock];
      await runTool(server, 'xdotool', ['key', 'Caps_Lock', 'Num_Lock']);
      await application.until('locksOn', (on) => locks.every((lock) => on.includes(lock)));
      await application.clear();
      try {
        for (const keys of [['home'], ['a'], ['control', 'c']]) await press(harness, ...keys);
        expect(scanCodes(await application.messages())).toEqual([0x147, 0x1e, control, 0x2e]);
        expect((await harness.typed())[0]).toBe('A');
        expect(await application.locksOn()).toEqual(expect.arrayContaining(locks));
      } finally {
        await runTool(server, 'xdotool', ['key', 'Caps_Lock', 'Num_Lock']);
      }
    }));
});

for (const layout of ['ru', 'gr']) {
  withLayout(layout, (use) => {
    it('K4 presses the physical c where the layout has no c, and says so', () =>
      use(async (harness, { application }) => {
        await press(harness, 'control', 'c');
        expect(scanCodes(await application.messages())).toEqual([control, 0x2e]);
        expect(await harness.received()).toMatchObject([{ key: 'control' }, { key: 'c' }, {}, {}]);
        expect(harness.desktop.notices).toEqual([expect.stringContaining('no c')]);
      }));
  });
}
