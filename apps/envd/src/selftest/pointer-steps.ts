import { lampColorOf, testPicture } from '@harness-desktop/native-input';
import type { DevicePoint, PointerButton, TestWindowEvent } from '@harness-desktop/native-input';
import { requireLamp } from './picture-steps.ts';
import {
  eventsText,
  placeText,
  requireEvents,
  requireReach,
  SelfTestStop,
  sendInput,
  StepFailure,
  waitForEvents,
} from './stage.ts';
import type { Stage, StageInput } from './stage.ts';

const { inputField } = testPicture;
const dragMs = 400;
const leastMotions = 10;
/** Long enough to be cancelled in its middle on a slow machine. */
const cancelledDragMs = 8_000;
const longestCancelMs = 500;
const obstacleStepPixels = 16;

/** A place in the free part of the window, from 0 to 1 in each direction. */
const at = ({ window }: Stage, across: number, down: number): DevicePoint => ({
  x: window.area.x + inputField.x + Math.round((inputField.width - 1) * across),
  y: window.area.y + inputField.y + Math.round((inputField.height - 1) * down),
});

const requireLampAfter = async (stage: Stage, event: TestWindowEvent): Promise<void> => {
  const color = lampColorOf(event);
  if (color) await requireLamp(stage, color);
};

const motionsOf = (events: readonly TestWindowEvent[]): readonly DevicePoint[] =>
  events.flatMap((event) => (event.kind === 'motion' ? [event.point] : []));

const isSame = (first: DevicePoint | undefined, second: DevicePoint): boolean =>
  first?.x === second.x && first.y === second.y;

export const move = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal, window } = stage;
  const point = at(stage, 0.25, 0.25);
  await sendInput(stage, {
    points: [point],
    first: true,
    send: () => desktop.pointer.move({ layoutId, modifiers: [], point }, signal),
  });
  const events = await waitForEvents(stage, (all) => motionsOf(all).some((place) => isSame(place, point)));
  const there = await window.pointerAt();
  if (!isSame(motionsOf(events).at(-1), point) || !isSame(there, point)) {
    throw new SelfTestStop(
      `The pointer should be at ${placeText(point)}; it is at ${placeText(there)}, and the window received ${eventsText(events)}.`,
    );
  }
  await requireLampAfter(stage, { kind: 'motion', point });
  return `the pointer is at ${placeText(point)}`;
};

type Click = { readonly button: PointerButton; readonly count: 1 | 2 };

const clickEvents = ({ button, count }: Click, point: DevicePoint): readonly TestWindowEvent[] => {
  const down = { kind: 'button_down', button, point } as const;
  const up = { kind: 'button_up', button, point } as const;
  return count === 1 ? [down, up] : [down, up, down, { kind: 'double_click', button, point }, up];
};

export const click =
  (how: Click) =>
  async (stage: Stage): Promise<string> => {
    const { desktop, layoutId, signal } = stage;
    const point = at(stage, how.button === 'left' ? 0.5 : 0.6, how.count === 1 ? 0.5 : 0.7);
    await sendInput(stage, {
      points: [point],
      send: () => desktop.pointer.click({ layoutId, modifiers: [], point, ...how }, signal),
    });
    const expected = clickEvents(how, point);
    await requireEvents(stage, expected);
    const shown = expected.findLast((event) => lampColorOf(event) !== undefined);
    if (shown) await requireLampAfter(stage, shown);
    return eventsText(expected);
  };

export const scroll = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal } = stage;
  const point = at(stage, 0.4, 0.4);
  const expected: TestWindowEvent[] = [];
  for (const [deltaX, deltaY, direction] of [
    [0, 3, 'wheel_down'],
    [0, -2, 'wheel_up'],
    [2, 0, 'wheel_right'],
    [-1, 0, 'wheel_left'],
  ] as const) {
    const steps = Math.abs(deltaX + deltaY);
    const events = Array.from({ length: steps }, () => ({ kind: 'wheel', direction, point }) as const);
    await sendInput(stage, {
      points: [point],
      send: () =>
        desktop.pointer.scroll({ layoutId, modifiers: [], point, deltaX, deltaY, unit: 'steps' }, signal),
    });
    await requireEvents(stage, events);
    await requireLampAfter(stage, { kind: 'wheel', direction, point });
    expected.push(...events);
  }
  return '3 steps down, 2 up, 2 right, 1 left';
};

type Way = { readonly x: number; readonly y: number };

const wayOf = (events: readonly TestWindowEvent[]): Way =>
  events.reduce(
    ({ x, y }, event) =>
      event.kind === 'pixel_scroll' ? { x: x + event.deltaX, y: y + event.deltaY } : { x, y },
    { x: 0, y: 0 },
  );

/** Both parts of a way that go back, and events of another kind, are as wrong as a wrong sum. */
const isPartOf = (event: TestWindowEvent, { x, y }: Way): boolean =>
  event.kind === 'motion' ||
  (event.kind === 'pixel_scroll' && event.deltaX * x >= 0 && event.deltaY * y >= 0);

/** Multiples of 4, so that they are whole points on every display; the first is sent in several parts. */
const pixelWays: readonly Way[] = [
  { x: 0, y: 600 },
  { x: 0, y: -120 },
  { x: 240, y: 0 },
  { x: -80, y: 0 },
];

export const scrollPixels = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal } = stage;
  const point = at(stage, 0.7, 0.3);
  for (const way of pixelWays) {
    const request = { layoutId, modifiers: [], point, deltaX: way.x, deltaY: way.y, unit: 'pixels' } as const;
    await sendInput(stage, { points: [point], send: () => desktop.pointer.scroll(request, signal) });
    const events = await waitForEvents(stage, (all) => isSame(wayOf(all), way));
    if (!isSame(wayOf(events), way) || !events.every((event) => isPartOf(event, way))) {
      throw new StepFailure(
        `The window should have been scrolled by ${placeText(way)} pixels; it received ${eventsText(events)}.`,
      );
    }
    await requireLampAfter(stage, { kind: 'pixel_scroll', deltaX: way.x, deltaY: way.y, point });
  }
  return '600 pixels down, 120 up, 240 right, 80 left';
};

const between = (from: DevicePoint, to: DevicePoint): readonly DevicePoint[] => {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / obstacleStepPixels);
  return Array.from({ length: count + 1 }, (_, index) => ({
    x: Math.round(from.x + ((to.x - from.x) * index) / count),
    y: Math.round(from.y + ((to.y - from.y) * index) / count),
  }));
};

export const drag = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal } = stage;
  const [from, to] = [at(stage, 0.1, 0.1), at(stage, 0.9, 0.9)];
  const request = { layoutId, modifiers: [], path: [from, to], button: 'left', durationMs: dragMs } as const;
  await sendInput(stage, {
    points: between(from, to),
    send: () => desktop.pointer.drag(request, signal),
  });
  const events = await requireEvents(stage, [
    { kind: 'button_down', button: 'left', point: from },
    { kind: 'button_up', button: 'left', point: to },
  ]);
  const down = events.findIndex(({ kind }) => kind === 'button_down');
  const up = events.findIndex(({ kind }) => kind === 'button_up');
  const motions = motionsOf(events.slice(down, up));
  if (motions.length < leastMotions || !isSame(motions.at(-1), to)) {
    throw new StepFailure(
      `The window received ${motions.length} motions between press and release, the last at ${placeText(motions.at(-1) ?? from)}; at least ${leastMotions} with the last at ${placeText(to)} were due.`,
    );
  }
  await requireLampAfter(stage, { kind: 'motion', point: to });
  return `${motions.length} motions from ${placeText(from)} to ${placeText(to)}`;
};

/** Cancels a drag in its middle: the button must come up at once, and the answer must say `partial`. */
export const cancelDrag = async (stage: Stage): Promise<string> => {
  const { desktop, layoutId, signal, window, clock } = stage;
  const path = [at(stage, 0.9, 0.1), at(stage, 0.1, 0.9)] as const;
  const request = { layoutId, modifiers: [], path, button: 'left', durationMs: cancelledDragMs } as const;
  const cancel = new AbortController();
  const input: StageInput = {
    points: between(...path),
    send: () => desktop.pointer.drag(request, AbortSignal.any([signal, cancel.signal])),
  };
  await requireReach(stage, input);
  window.record.clear();
  const dragging = input.send();
  const isUnderWay = (events: readonly TestWindowEvent[]) =>
    motionsOf(events.slice(events.findIndex(({ kind }) => kind === 'button_down') + 1)).length >= 5;
  await Promise.race([dragging, waitForEvents(stage, isUnderWay)]).finally(() => cancel.abort());
  const cancelledAt = clock.now().getTime();
  const result = await dragging;
  signal.throwIfAborted();
  const events = await waitForEvents(stage, (all) => all.some(({ kind }) => kind === 'button_up'));
  const tookMs = clock.now().getTime() - cancelledAt;
  const kinds = events.filter(({ kind }) => kind !== 'motion').map(({ kind }) => kind);
  if (kinds.join() !== 'button_down,button_up' || !result.cleanupComplete) {
    throw new SelfTestStop(`The button should be up again; the window received ${eventsText(events)}.`);
  }
  if (result.effect !== 'partial' || !result.interrupted || tookMs > longestCancelMs) {
    throw new StepFailure(
      `A cancelled drag is "partial" and over within ${longestCancelMs} ms; this one was "${result.effect}" after ${tookMs} ms.`,
    );
  }
  return `partial after ${motionsOf(events).length} motions; the button was up ${tookMs} ms after the cancel`;
};
