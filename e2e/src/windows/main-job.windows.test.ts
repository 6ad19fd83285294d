import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { ComposerScreen } from '../browser/composer-screen.ts';
import { commandWithComputerUse, openConnectDialog } from '../browser/environment-screens.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { setUpWithLink } from '../browser/session-screens.ts';
import { eventually } from '../harness/eventually.ts';
import { colourDistance, decodePixels } from '../harness/pixels.ts';
import type { Program } from '../harness/program.ts';
import { centreOf } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { skipAfterFailure } from '../journeys/skip-after-failure.ts';
import { changedPixels } from '../web-ui/changed-pixels.ts';
import { verificationCode } from '../web-ui/pair-daemon.ts';
import { ownerPassword, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';
import { startUsedWindows, type UsedWindows } from './connected-windows.ts';
import { notepadPlace, onNotepad } from './notepad.ts';
import { gestures, recordingColour, recordingPlace, typed } from './recording-window.ts';
import { envdScript, startWindowsProgram } from './windows-program.ts';

const text = 'Grüße, 日本語 😀';
const virtualKeys = { leftButton: 1, shift: 0x10 };
const stopLimitMs = 1_000;

const teardown = createTeardown();
const chromium = useChromium();
skipAfterFailure();
let webUi: WebUi;
let used: UsedWindows;
let daemon: Program;
let watched: WatchedPage;
let operator: OperatorScreen;

beforeAll(async () => {
  [webUi, used] = await Promise.all([startWebUi({ teardown }), startUsedWindows(teardown)]);
  watched = await chromium.open({ origin: webUi.origin });
  operator = new OperatorScreen(watched.page);
});
afterAll(() => teardown.close());

describe('the main job on a Windows desktop, as a person does it', () => {
  it('pairs it with the command that is shown for Windows and the same code', async () => {
    const { page } = watched;
    await setUpWithLink(page, await webUi.setupLink(), ownerPassword);
    const dialog = await openConnectDialog(page);
    const systems = dialog.getByRole('radiogroup', { name: 'System of the desktop' });
    await systems.getByText('Windows', { exact: true }).click();
    const [program, ...args] = (await commandWithComputerUse(dialog)).split(' ');
    expect(program).toBe('a13n-envd');
    daemon = await startWindowsProgram({
      windows: used.windows,
      script: envdScript,
      args: [...args, '--log-level', 'trace'],
      teardown,
    });
    const code = await verificationCode(daemon);
    await dialog.getByText(`Verification code ${code}`).waitFor();
    await dialog.getByRole('button', { name: /^Approve / }).click();
    await dialog.getByText(/ is connected$/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const card = page.getByRole('article');
    await card.getByText('1280 × 800').waitFor();
    await card.getByText('Ready to observe and act').waitFor();
    await card.getByText('Text', { exact: true }).waitFor();
  });

  it('binds it with a directory of its own, chosen on its drive', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByRole('button', { name: 'Working environments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working environments' });
    await dialog.getByRole('button', { name: 'Add environment' }).first().click();
    const form = dialog.getByRole('form', { name: 'Add environment' });
    const field = form.getByRole('textbox', { name: 'Working directory' });
    expect(await field.inputValue()).toMatch(/^\/C:\/users\/\w+$/i);
    await field.fill('c:\\users\\');
    await form.getByRole('button', { name: 'Browse' }).click();
    const up = form.getByRole('button', { name: 'Parent directory' });
    await up.click();
    await form.getByRole('option', { name: 'users', exact: true }).waitFor();
    await up.click();
    await form.getByRole('button', { name: 'Add environment' }).click();
    await form.getByText('Choose a drive, or a directory on one.').waitFor();
    await form.getByRole('option', { name: 'C:', exact: true }).dblclick();
    await form.getByRole('option', { name: 'users', exact: true }).dblclick();
    await form.getByRole('option', { name: 'Public' }).dblclick();
    await eventually(async () => ((await field.inputValue()) === '/C:/users/Public' ? true : undefined), {
      what: 'the chosen directory',
    });
    await form.getByText('Desktop observation and control', { exact: true }).click();
    await form.getByText(/scroll, type text and press keys\.$/).waitFor();
    await form.getByRole('button', { name: 'Add environment' }).click();
    await dialog.getByText('/C:/users/Public', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await operator.startRun();
  });

  it('observes, clicks, drags, scrolls, presses a chord and types in a Windows program', async () => {
    const { window } = used;
    await (await operator.describe()).getByText('1280 × 800').waitFor();
    await operator.observe();
    const middle = centreOf(recordingPlace);

    const clicks = await window.during(() => executed(operator.pressAt(middle)));
    expect(gestures(clicks)).toEqual(['press 1', 'release 1']);
    expect(clicks.find(({ type }) => type === 'press')).toMatchObject(middle);

    await operator.chooseCount('Double');
    const doubleClick = await window.during(() => executed(operator.pressAt(middle)));
    expect(gestures(doubleClick)).toEqual(['press 1', 'release 1', 'press 1', 'release 1']);

    await operator.chooseMode('Drag');
    const end = { x: middle.x + 180, y: middle.y + 90 };
    const drag = await window.during(() => executed(operator.dragBetween(middle, end)));
    expect(gestures(drag)).toEqual(['press 1', 'release 1']);
    expect(drag.find(({ type }) => type === 'press')).toMatchObject(middle);
    expect(drag.filter(({ type }) => type === 'move').length).toBeGreaterThan(10);
    const release = drag.find(({ type }) => type === 'release');
    expect(Math.abs((release?.x ?? 0) - end.x)).toBeLessThanOrEqual(2);
    expect(Math.abs((release?.y ?? 0) - end.y)).toBeLessThanOrEqual(2);

    await operator.chooseMode('Scroll');
    const scroll = await window.during(() => executed(operator.pressAt(middle)));
    expect(gestures(scroll)).toEqual(['wheel -1', 'wheel -1', 'wheel -1']);

    const chord = await window.during(() => executed(operator.pressKeys('control+shift+k')));
    expect(gestures(chord)).toEqual([
      ...['key_down 11', 'key_down 10', 'key_down 4b'],
      ...['key_up 4b', 'key_up 10', 'key_up 11'],
    ]);

    const words = await window.during(() => executed(operator.typeText(text)));
    expect(typed(words)).toBe(text);
  });

  it('replaces what stands in Notepad, by a chord and text', async () => {
    await operator.chooseMode('Click');
    await executed(operator.pressAt(onNotepad));
    await executed(operator.typeText('to be replaced'));
    await executed(operator.pressKeys('control+a'));
    await executed(operator.typeText(`${text}\nsecond line`));
    await used.window.notepadHolds(`${text}\r\nsecond line`);
    await operator.observe();
  });

  it('shows in its pictures what stands on the screen', async () => {
    const observed = operator.transcript.getByRole('article', { name: 'Observe desktop' });
    const before = await operator.download(observed.first());
    const after = await operator.download(observed.last());
    const pixels = await decodePixels(after);
    expect([pixels.width, pixels.height]).toEqual([1280, 800]);
    expect(colourDistance(pixels.at(centreOf(recordingPlace)), recordingColour)).toBeLessThanOrEqual(8);
    const changed = await changedPixels(before, after);
    expect(changed.within(notepadPlace)).toBeGreaterThan(100);
  });
});

describe('the person at that desktop', () => {
  it('keeps a key that they hold: nothing is typed, and the page says why', async () => {
    const { windows, window } = used;
    const before = await window.notepadText();
    await windows.desktop.run('xdotool', 'keydown', 'Shift_L');
    await eventually(async () => ((await window.keysDown()).some((key) => key === 0xa0) ? true : undefined), {
      what: 'Windows to see Shift held',
    });
    const card = await operator.typeText('not typed');
    await card.getByText(/Someone holds a key or button on the desktop/).waitFor();
    expect(await window.keysDown()).toEqual([0xa0]);
    await windows.desktop.run('xdotool', 'keyup', 'Shift_L');
    expect(await window.notepadText()).toBe(before);
    expect(await operator.textField.inputValue()).toBe('not typed');
    await executed(operator.pressKeys('control+end'));
    await executed(operator.typeText('!'));
    await window.notepadHolds(`${before ?? ''}!`);
  });

  it('gets the button back within a second of Stop, in the middle of a drag', async () => {
    const { window } = used;
    const composer = new ComposerScreen(watched.page);
    const middle = centreOf(recordingPlace);
    await operator.observe();
    await operator.chooseMode('Drag');
    await operator.stage.getByRole('textbox', { name: 'Duration, ms' }).fill('3000');
    const cards = await operator.cards.count();
    const drag = await window.during(async () => {
      await operator.drawDrag(middle, { x: middle.x + 200, y: middle.y + 200 });
      await window.waitFor('the press', ({ type }) => type === 'press');
      expect(await window.keysDown()).toEqual([virtualKeys.leftButton]);
      const before = performance.now();
      await composer.stopButton.click();
      await window.waitFor('the release', ({ type }) => type === 'release');
      expect(performance.now() - before).toBeLessThan(stopLimitMs);
      await composer.ended('Stopped');
    });
    expect(gestures(drag)).toEqual(['press 1', 'release 1']);
    expect(await window.keysDown()).toEqual([]);
    await operator.cards
      .nth(cards)
      .getByText(/^(Partly executed|Effect unknown)$/)
      .waitFor();
  });

  it('ends the daemon with Ctrl+C; the page says that it is offline', async () => {
    daemon.kill('SIGINT');
    expect(await daemon.exited).toMatchObject({ code: 130 });
    await watched.page.getByText('desktop is offline').waitFor();
    expect(await used.window.keysDown()).toEqual([]);
  });
});

/** Waits for the card of a call that the desktop accepted. */
async function executed(acting: Promise<Locator>): Promise<void> {
  await (await acting).getByText('Executed', { exact: true }).waitFor();
}
