import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useChromium } from '../browser/chromium.ts';
import { OperatorScreen } from '../browser/operator-screen.ts';
import { centreOf, type AppEvent, type Place } from '../harness/recording-app.ts';
import { createTeardown } from '../harness/teardown.ts';
import { startConnectedDesktop, startControlRun, type ConnectedDesktop } from './connected-desktop.ts';

const teardown = createTeardown();
const chromium = useChromium();
let connected: ConnectedDesktop;
let operator: OperatorScreen;

beforeAll(async () => {
  connected = await startConnectedDesktop(teardown);
  await connected.desktop.run('xmodmap', '-e', 'pointer = 3 2 1 5 4 7 6');
  const { threadId } = await startControlRun(connected);
  const { page } = await chromium.open(connected.api);
  await page.goto(`/conversations/${threadId}`);
  operator = new OperatorScreen(page);
  await operator.observe();
});
afterAll(() => teardown.close());

describe('a person who swapped buttons and wheel', () => {
  it('P1 gets the click that the browser says: left is the first button, right the third', async () => {
    const { app } = connected;
    const left = await app.during(() => press(app.widgets.target));
    expect(buttonsOf(left)).toEqual([1]);
    await operator.stage.getByRole('radiogroup', { name: 'Button' }).getByText('Right').click();
    const right = await app.during(() => press(app.widgets.target));
    expect(buttonsOf(right)).toEqual([3]);
  });

  it('P1 gets three steps down as three turns of the wheel down', async () => {
    const { app } = connected;
    await operator.chooseMode('Scroll');
    const seen = await app.during(() => press(app.widgets.list));
    expect(buttonsOf(seen)).toEqual([5, 5, 5]);
  });
});

async function press(place: Place): Promise<void> {
  await operator.pressAt(centreOf(place));
}

const buttonsOf = (events: readonly AppEvent[]) =>
  events.filter(({ type }) => type === 'button_press').map(({ button }) => button);
