import { idleLamp, lampColorOf, testPicture } from '../test-picture.ts';
import type { Color } from '../test-picture.ts';
import { testWindowTitle } from '../test-window-place.ts';
import type { DeviceArea } from '../desktop.ts';
import { openOwnWindow } from './bindings/app-kit-window.ts';
import type { OwnWindow } from './bindings/app-kit-window.ts';
import { loadDisplays } from './bindings/displays.ts';
import type { LoadFramework } from './bindings/load-library.ts';
import { readWindowEvent } from './read-window-event.ts';
import type { Scale } from './read-window-event.ts';
import { isQuestion } from './test-window-messages.ts';
import type { FromWindow, WindowPlace, WindowQuestion } from './test-window-messages.ts';

/** To the owner of the window; `node:process` of a child is one. */
export type OwnerChannel = {
  readonly send?:
    ((message: FromWindow, ...rest: [undefined, undefined, onSent: () => void]) => boolean) | undefined;
  on(name: 'message', listener: (message: unknown) => void): unknown;
  on(name: 'disconnect' | 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  disconnect(): void;
};

const pumpEveryMs = 4;
/** The window server hands on what was posted within a picture of the screen; three of them are long. */
const quietMs = 60;
/** In the middle of a gesture it is never quiet. */
const longestSettleMs = 250;

/** An owner that is gone shows as such; what it can no longer be told is nothing to report. */
const tell = (channel: OwnerChannel, message: FromWindow): void =>
  void channel.send?.(message, undefined, undefined, () => undefined);

const toPoints = ({ x, y, width, height }: DeviceArea, scale: Scale): DeviceArea => ({
  x: x / scale.x,
  y: y / scale.y,
  width: width / scale.x,
  height: height / scale.y,
});

const openWindow = ({ place, scale }: WindowPlace, load: LoadFramework): OwnWindow => {
  const { patches, lamp, background, textField, width, height } = testPicture;
  const whole = { x: 0, y: 0, width, height };
  const areas = [{ area: lamp, color: idleLamp }, ...patches];
  const main = loadDisplays(load)
    .list()
    .find(({ isMain }) => isMain);
  return openOwnWindow(
    {
      ...{ title: testWindowTitle, place, mainHeight: main?.bounds.height ?? 0 },
      areas: [{ area: whole, color: background }, ...areas].map(({ area, color }) => ({
        ...{ area: toPoints(area, scale), color },
      })),
      textField: toPoints(textField, scale),
    },
    load,
  );
};

/** Its place among the areas, after the background. */
const lampIndex = 1;

const run = (window: OwnWindow, scale: Scale, channel: OwnerChannel): void => {
  const waiting: { readonly question: WindowQuestion; readonly sinceMs: number }[] = [];
  let lastEventMs = 0;

  const answer = ({ request, point }: WindowQuestion): void =>
    tell(channel, {
      type: 'state',
      state: {
        request,
        text: window.text(),
        hasKeyboard: window.hasKeyboard(),
        isInFront: window.isInFrontAt(point),
        pointer: window.pointerAt(),
      },
    });
  const pump = (): void => {
    let lamp: Color | undefined;
    const hasHeard = window.pump((raw) => {
      for (const event of readWindowEvent(raw, scale)) {
        lamp = lampColorOf(event) ?? lamp;
        tell(channel, { type: 'event', event });
      }
    });
    if (lamp) window.paint(lampIndex, lamp);
    const nowMs = performance.now();
    if (hasHeard) lastEventMs = nowMs;
    const isQuiet = (sinceMs: number) => nowMs - Math.max(sinceMs, lastEventMs) >= quietMs;
    while (waiting[0] && (isQuiet(waiting[0].sinceMs) || nowMs - waiting[0].sinceMs >= longestSettleMs)) {
      const [first] = waiting.splice(0, 1);
      if (first) answer(first.question);
    }
  };

  const timer = setInterval(pump, pumpEveryMs);
  channel.on('message', (question) => {
    if (!isQuestion(question)) return;
    if (question.settled) waiting.push({ question, sinceMs: performance.now() });
    else answer(question);
  });
  // What a terminal sends comes here too; the owner needs the window until it has put everything back.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) channel.on(name, () => undefined);
  // The owner closed the window, or is gone itself.
  channel.on('disconnect', () => {
    clearInterval(timer);
    window.close();
  });
};

/** Shows the test window on the main thread of this process until its owner is gone. */
export const runTestWindow = (place: WindowPlace, channel: OwnerChannel, load: LoadFramework): void => {
  try {
    const window = openWindow(place, load);
    run(window, place.scale, channel);
    tell(channel, { type: 'ready', inside: window.inside });
  } catch (error) {
    tell(channel, { type: 'failed', why: error instanceof Error ? error.message : String(error) });
    channel.disconnect();
  }
};
