import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineSession } from '../testing/windows/start-wine-session.ts';

const executed = { effect: 'executed', cleanupComplete: true, interrupted: false };
const soon = () => AbortSignal.timeout(15_000);
const edit = ['Notepad', 'Edit'];
/** Under Wine a program on a busy machine may look at Control later than a short chord lasts. */
const holdMs = 80;

let session: WineSession | undefined;

beforeAll(async () => {
  session = await startWineSession();
});

afterAll(async () => {
  await session?.stop();
});

/** Notepad with the keyboard, as a person has it who has just opened it. */
const setUp = async () => {
  if (!session) throw new Error('The session is started before the first test.');
  const { application } = session;
  const harness = await session.createHarness();
  onTestFinished(() => harness.close());
  const end = await application.start('notepad.exe');
  onTestFinished(end);
  await application.until('foreground', (name) => name === 'Notepad');
  const { keyboard } = harness.desktop;
  return {
    keyboard,
    press: async (...keys: readonly string[]) =>
      expect(await keyboard.pressChord({ keys, holdMs }, soon())).toEqual(executed),
    /** Resolves once Notepad has worked through what it received. */
    expectText: (text: string) =>
      expect.poll(() => application.readText(edit), { timeout: 10_000 }).toBe(text),
  };
};

describe('text in Notepad', () => {
  it('K9 arrives whole in several scripts, with lines and tabs', async () => {
    const { keyboard, expectText } = await setUp();
    expect(await keyboard.typeText('Grüße, 日本語 😀\n\teins\r\nzwei', soon())).toEqual(executed);
    await expectText('Grüße, 日本語 😀\r\n\teins\r\nzwei');
  });

  it('is selected, cut and put back by chords', async () => {
    const { keyboard, press, expectText } = await setUp();
    await keyboard.typeText('first second', soon());
    await press('control', 'shift', 'left');
    await press('control', 'x');
    await expectText('first ');
    await press('home');
    await press('control', 'v');
    await expectText('secondfirst ');
    await press('control', 'a');
    await press('delete');
    await expectText('');
  });

  it('gives the same signs by keys as by text', async () => {
    const { press, expectText } = await setUp();
    for (const key of ['h', 'i', 'space', '1', '-', '2', '/', 'enter', 'tab', 'o', 'k']) await press(key);
    await press('shift', 'a');
    await expectText('hi 1-2/\r\n\tokA');
  });
});
