import type {
  Desktop,
  DesktopTarget,
  DeviceArea,
  DevicePoint,
  InputResult,
  TestWindow,
  TestWindowEvent,
} from '@harness-desktop/native-input';
import { delay } from '../clock/delay.ts';
import type { Clock } from '../clock/clock.ts';

/** A desktop with the test window on it. */
export type Stage = {
  readonly desktop: Desktop;
  readonly window: TestWindow;
  /** The monitor that the window is on. */
  readonly target: DesktopTarget;
  readonly layoutId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** A step did not hold, and the next ones are safe all the same. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** Input may have gone elsewhere, or would: nothing more may be sent. */
export class SelfTestStop extends Error {
  override readonly name = 'SelfTestStop';
}

export type StageInput = {
  /** Every place that the pointer passes. */
  readonly points: readonly DevicePoint[];
  /** Whether keys are sent. */
  readonly keyboard?: boolean;
  /** Whether the pointer is still where the person left it. */
  readonly first?: boolean;
  readonly send: () => Promise<InputResult>;
};

const arrivalTimeoutMs = 2_000;
const lookAgainMs = 40;

const isInside = ({ x, y, width, height }: DeviceArea, point: DevicePoint): boolean =>
  point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;

export const placeText = ({ x, y }: DevicePoint): string => `(${x}, ${y})`;

const obstacleTo = async (
  { window }: Stage,
  { points, keyboard, first }: StageInput,
): Promise<string | undefined> => {
  for (const point of points) {
    if (!isInside(window.area, point)) return `the point ${placeText(point)} is outside the test window`;
    const obstacle = await window.obstacleAt(point);
    if (obstacle !== undefined) return obstacle;
  }
  if (first !== true && !isInside(window.area, await window.pointerAt())) {
    return 'somebody moved the pointer out of the test window';
  }
  return keyboard === true ? window.keyboardObstacle() : undefined;
};

/** Throws unless input would reach the test window, and nothing else, at this moment. */
export const requireReach = async (stage: Stage, input: StageInput): Promise<void> => {
  stage.signal.throwIfAborted();
  const obstacle = await obstacleTo(stage, input);
  if (obstacle !== undefined) throw new SelfTestStop(`Nothing was sent, since ${obstacle}.`);
};

/** Sends input that only the test window can get. */
export const sendInput = async (stage: Stage, input: StageInput): Promise<void> => {
  await requireReach(stage, input);
  stage.window.record.clear();
  const { effect, cleanupComplete } = await input.send();
  stage.signal.throwIfAborted();
  if (effect === 'executed' && cleanupComplete) return;
  throw new SelfTestStop(
    `The system took it as "${effect}"${cleanupComplete ? '' : ', and what was pressed could not be released'}.`,
  );
};

const withoutMotion = (events: readonly TestWindowEvent[]): readonly TestWindowEvent[] =>
  events.filter(({ kind }) => kind !== 'motion');

const words = (kind: TestWindowEvent['kind']): string =>
  kind.replace(/^(?:button|key)_/, '').replace('_', ' ');

const eventText = (event: TestWindowEvent): string => {
  switch (event.kind) {
    case 'motion':
      return `motion ${placeText(event.point)}`;
    case 'wheel':
      return `${event.direction.replace('_', ' ')} ${placeText(event.point)}`;
    case 'pixel_scroll':
      return `scroll by ${placeText({ x: event.deltaX, y: event.deltaY })} ${placeText(event.point)}`;
    case 'key_down':
    case 'key_up':
      return `${event.key} ${words(event.kind)}`;
    case 'button_down':
    case 'button_up':
    case 'double_click':
      return `${event.button} ${words(event.kind)} ${placeText(event.point)}`;
  }
};

export const eventsText = (events: readonly TestWindowEvent[]): string =>
  events.length === 0 ? 'nothing' : events.map(eventText).join(', ');

/** Waits for what was sent; whether all of it came shows in what was received. */
export const waitForEvents = async (
  { window, signal }: Stage,
  isEnough: (events: readonly TestWindowEvent[]) => boolean,
): Promise<readonly TestWindowEvent[]> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), arrivalTimeoutMs);
  await window.record
    .until(isEnough, AbortSignal.any([signal, late.signal]))
    .catch(() => signal.throwIfAborted())
    .finally(() => clearTimeout(timer));
  await window.settle();
  return window.record.all();
};

/** Throws unless the window received these, apart from motion, and nothing else. */
export const requireEvents = async (
  stage: Stage,
  expected: readonly TestWindowEvent[],
): Promise<readonly TestWindowEvent[]> => {
  const events = await waitForEvents(stage, (all) => withoutMotion(all).length >= expected.length);
  const received = withoutMotion(events);
  if (eventsText(received) === eventsText(expected)) return events;
  throw new SelfTestStop(
    `The test window should have received ${eventsText(expected)}; it received ${eventsText(received)}.`,
  );
};

/** Looks again until `look` finds no fault, for as long as input or a picture may take to arrive. */
export const requireSoon = async (
  { clock, signal }: Stage,
  look: () => Promise<string | undefined>,
): Promise<void> => {
  const deadline = clock.now().getTime() + arrivalTimeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const fault = await look();
    if (fault === undefined) return;
    if (clock.now().getTime() >= deadline) throw new StepFailure(fault);
    await delay(clock, lookAgainMs, signal);
  }
};
