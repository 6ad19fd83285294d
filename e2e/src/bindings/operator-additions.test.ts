import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium, type WatchedPage } from '../browser/chromium.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { centreOf, type AppEvent } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import {
  startConnectedDesktop,
  startControlRun,
  type ConnectedDesktop,
} from '../journeys/connected-desktop.ts';
import { ConfigurationScreen } from './configuration-screen.ts';

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let watched: WatchedPage;
let operator: OperatorScreen;
let threadId: string;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  ({ threadId } = await startControlRun(connected));
  watched = await chromium.open(connected.api);
  operator = new OperatorScreen(watched.page);
  await watched.page.goto(`/conversations/${threadId}`);
  await operator.observe();
});
afterAll(() => teardown.close());

const option = (group: string, name: string): Locator =>
  operator.stage.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });

const presses = (events: readonly AppEvent[]): readonly AppEvent[] =>
  events.filter(({ type }) => type === 'button_press');

async function boxOfImage() {
  const box = await operator.image.boundingBox();
  if (box === null) throw new Error('The image is not drawn.');
  return box;
}

/** Where a pixel of the image is on the page. */
async function onPage(x: number, y: number) {
  const box = await boxOfImage();
  return { x: box.x + ((x + 0.5) * box.width) / 1280, y: box.y + ((y + 0.5) * box.height) / 720 };
}

describe('what a newer device takes besides', () => {
  it('clicks with the key that the person holds, and with one that is switched on', async () => {
    const { app } = connected;
    const held = await app.during(async () => {
      await watched.page.keyboard.down('Shift');
      await operator.pressAt(centreOf(app.widgets.canvas));
      await watched.page.keyboard.up('Shift');
    });
    expect(presses(held).map(({ modifiers }) => modifiers)).toEqual([['shift']]);

    const toggle = operator.stage.getByRole('button', { name: 'Ctrl', exact: true }).first();
    await toggle.click();
    const toggled = await app.during(async () => {
      await operator.pressAt(centreOf(app.widgets.canvas));
    });
    expect(presses(toggled).map(({ modifiers }) => modifiers)).toEqual([['control']]);
    await toggle.click();
  });

  it('clicks three times and with the buttons that go back and forward', async () => {
    const { app } = connected;
    await option('Count', 'Triple').click();
    const triple = await app.during(async () => {
      await operator.pressAt(centreOf(app.widgets.canvas));
    });
    expect(presses(triple).map(({ button }) => button)).toEqual([1, 1, 1]);
    await option('Count', 'Single').click();
    await option('Button', 'Back').click();
    const back = await app.during(async () => {
      await operator.pressAt(centreOf(app.widgets.canvas));
    });
    expect(presses(back).map(({ button }) => button)).toEqual([8]);
    await option('Button', 'Left').click();
  });

  it('holds keys as long as asked', async () => {
    const { app } = connected;
    await operator.stage.getByRole('textbox', { name: 'Hold, ms' }).fill('300');
    const events = await app.during(async () => {
      await operator.pressKeys('k');
    });
    const [down] = events.filter(({ type, keysym }) => type === 'key_press' && keysym === 'k');
    const up = events.findLast(({ type, keysym }) => type === 'key_release' && keysym === 'k');
    expect((up?.time ?? 0) - (down?.time ?? 0)).toBeGreaterThanOrEqual(300);
  });

  it('looks closer at a rectangle, whose pixels are then the ones that are clicked', async () => {
    const { app } = connected;
    const { target } = app.widgets;
    await operator.observe();
    await operator.chooseMode('Zoom');
    const end = { x: target.x + target.width - 1, y: target.y + target.height - 1 };
    await operator.answered(/^Zoom to /, () => operator.drawDrag({ x: target.x, y: target.y }, end));
    await operator.stage.getByText('A part, seen closer').waitFor();
    await operator.chooseMode('Click');
    const click = await app.during(async () => {
      await operator.pressAt({ x: 2, y: 2 });
    });
    expect(presses(click).map(({ widget }) => widget)).toEqual(['target']);
    await operator.answered('Observe desktop', () =>
      operator.stage.getByRole('button', { name: 'Observe the whole display' }).click(),
    );
    await operator.stage.getByText(/of the screen changed since/).waitFor();
  });
});

describe('the stage', () => {
  it('keeps the image in its place whatever is chosen', async () => {
    const before = await boxOfImage();
    for (const mode of ['Move', 'Drag', 'Scroll', 'Click'] as const) {
      await operator.chooseMode(mode);
      expect(await boxOfImage()).toEqual(before);
    }
  });

  it('says that a drag which ends outside of the image was not sent, and gives one up with Escape', async () => {
    await operator.chooseMode('Drag');
    const events = await connected.app.during(async () => {
      const { mouse, keyboard } = watched.page;
      const begin = await onPage(600, 400);
      const cards = await operator.cards.count();
      await mouse.move(begin.x, begin.y);
      await mouse.down();
      await mouse.move(begin.x + 40, begin.y + 10);
      await mouse.move(5, 5);
      await mouse.up();
      await operator.stage.getByText('It ended outside of the image, so nothing was sent.').waitFor();
      await mouse.move(begin.x, begin.y);
      await mouse.down();
      await mouse.move(begin.x + 40, begin.y + 10);
      await keyboard.press('Escape');
      await operator.stage.getByText('Given up. Nothing was sent.').waitFor();
      await mouse.up();
      expect(await operator.cards.count()).toBe(cards);
    });
    expect(presses(events)).toEqual([]);
  });

  it('takes a point by the keyboard alone', async () => {
    const { app } = connected;
    await operator.chooseMode('Click');
    const fields = operator.stage.getByRole('form', { name: 'By coordinates' });
    const { x, y } = centreOf(app.widgets.target);
    await fields.getByRole('textbox', { name: 'x', exact: true }).fill(String(x - 1));
    await watched.page.keyboard.press('ArrowUp');
    await fields.getByRole('textbox', { name: 'y', exact: true }).fill(String(y));
    const click = await app.during(async () => {
      await operator.answered(`Click ${x}, ${y} · left`, () => watched.page.keyboard.press('Enter'));
    });
    expect(presses(click)).toMatchObject([{ widget: 'target', x_root: x, y_root: y }]);
  });
});

describe('a working directory', () => {
  it('that the device does not have is refused at its field', async () => {
    const configuration = new ConfigurationScreen(watched.page);
    await configuration.open(threadId);
    const { dialog } = configuration;
    await dialog.getByRole('button', { name: 'Edit desktop' }).click();
    const form = dialog.getByRole('form', { name: 'Edit desktop' });
    const field = form.getByRole('textbox', { name: 'Working directory' });
    watched.expectComplaints(/400/);
    await field.fill('/nowhere/at/all');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText(/^There is no such directory on /).waitFor();
    await field.fill(connected.desktop.directory);
    await form.getByRole('button', { name: 'Browse' }).click();
    await form.getByRole('group', { name: 'Directories on the device' }).waitFor();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Saved for the next run.').waitFor();
  });
});
