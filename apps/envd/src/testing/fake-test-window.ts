import { lampColorOf, testPicture } from '@harness-desktop/native-input';
import type { Color, Desktop, DeviceArea, TestWindow, TestWindowEvent } from '@harness-desktop/native-input';
import type { FakeDesktop, ReceivedEvent } from '@harness-desktop/native-input/testing';
import { delay } from '../clock/delay.ts';
import { createSystemClock } from '../clock/clock.ts';

export type FakeTestWindowOptions = {
  /** How the screen shows a colour of the window; as it is unless given. */
  readonly show?: (color: Color) => Color;
  /** How far the screen shows the window from where it is. */
  readonly shiftPixels?: number;
  /** Why input would not reach it, from the given number of events on. */
  readonly obstacle?: { readonly afterEvents: number; readonly why: string };
  /** A person moves the pointer away from the window after that many events. */
  readonly takenAfterEvents?: number;
  readonly hasTextField?: boolean;
};

export type FakeTestWindow = TestWindow & {
  /** The desktop of the fake with the window on it. */
  readonly desktop: Desktop;
  isClosed(): boolean;
};

const origin = { x: 700, y: 380 };
const elsewhere = { x: 5, y: 6 };
const behind: Color = [16, 32, 48];
const lookAgainMs = 1;

/** A second press of the same button in a row is a double click. */
const withDoubleClicks = (events: readonly ReceivedEvent[]): readonly TestWindowEvent[] => {
  let last: string | undefined;
  return events.flatMap((event): readonly TestWindowEvent[] => {
    if (event.kind === 'motion') last = undefined;
    if (event.kind !== 'button_down') return [event];
    const isDouble = last === event.button;
    last = event.button;
    return isDouble ? [event, { ...event, kind: 'double_click' }] : [event];
  });
};

const createPainter = (
  { control }: FakeDesktop,
  { show = (color) => color, shiftPixels = 0 }: FakeTestWindowOptions,
) => {
  const paint = (color: Color, { x, y, width, height }: DeviceArea) =>
    control.paint(show(color), { x: origin.x + x + shiftPixels, y: origin.y + y, width, height });
  return (events: readonly TestWindowEvent[]) => {
    const { patches, lamp, background, width, height } = testPicture;
    paint(background, { x: 0, y: 0, width, height });
    for (const { area, color } of patches) paint(color, area);
    const color = events.map(lampColorOf).findLast((found) => found !== undefined);
    if (color) paint(color, lamp);
  };
};

/** A test window on a fake desktop: it receives whatever that records. */
export const createFakeTestWindow = (
  fake: FakeDesktop,
  options: FakeTestWindowOptions = {},
): FakeTestWindow => {
  const { control } = fake;
  const { obstacle, takenAfterEvents = Infinity, hasTextField = false } = options;
  const paint = createPainter(fake, options);
  const clock = createSystemClock();
  let closed = false;
  let cleared = 0;
  const all = () => withDoubleClicks(control.events.slice(cleared));
  return {
    area: { ...origin, width: testPicture.width, height: testPicture.height },
    record: {
      all,
      clear: () => {
        cleared = control.events.length;
      },
      until: async (isEnough, signal) => {
        while (!isEnough(all())) {
          signal.throwIfAborted();
          await delay(clock, lookAgainMs, signal);
        }
      },
    },
    settle: () => Promise.resolve(),
    obstacleAt: () =>
      Promise.resolve(obstacle && control.events.length >= obstacle.afterEvents ? obstacle.why : undefined),
    keyboardObstacle: () => Promise.resolve(undefined),
    pointerAt: () =>
      Promise.resolve(control.events.length >= takenAfterEvents ? elsewhere : control.pointerAt()),
    readText: hasTextField ? () => Promise.resolve(control.typed()) : undefined,
    close: () => {
      closed = true;
      return Promise.resolve();
    },
    isClosed: () => closed,
    desktop: {
      ...fake,
      capture: (request, signal) => {
        control.paint(behind);
        if (!closed) paint(withDoubleClicks(control.events));
        return fake.capture(request, signal);
      },
    },
  };
};
