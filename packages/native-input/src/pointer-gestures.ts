import type {
  ClickRequest,
  DesktopCapabilities,
  DevicePoint,
  DragRequest,
  MoveRequest,
  Pointer,
  PointerModifier,
  ScrollRequest,
} from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import { dragPath, minSteps } from './drag-path.ts';
import type { Gesture, GestureRunner, GestureStage } from './gesture.ts';
import type { HeldNow, InputPort, LogicalButton, RawInput } from './input-port.ts';
import { holdModifiers, resolveModifiers } from './modifier-hold.ts';
import {
  requireLayout,
  requireNoButtonHeld,
  requireNothingHeld,
  requirePointOnTarget,
  requireRange,
} from './preconditions.ts';

const buttonHoldMs = 10;
/** Between two clicks of one; well inside the shortest double-click time that systems offer (100 ms). */
const betweenClicksMs = 40;
const dragPauseMs = 45;
/** The pace at which every motion of a drag was delivered in measurements was 1 ms and more. */
const minStepMs = 4;
/** Between two looks at the monitors during a drag. */
const lookAgainMs = 100;
const wheelStepMs = 4;
const maxClicks = 3;

type LookUp = {
  readonly layoutId: string;
  readonly modifiers: readonly PointerModifier[];
  readonly points: readonly DevicePoint[];
};

type Found = {
  readonly keys: readonly RawInput[];
  readonly held: HeldNow;
};

/**
 * The last look before the first event, at everything at once: each answer of the system takes as long as all of them.
 * Resolves with the keys that are to be held.
 */
const lookUp = async (port: InputPort, { layoutId, modifiers, points }: LookUp): Promise<Found> => {
  const [layout, keys, held] = await Promise.all([
    port.layout(),
    resolveModifiers(port, modifiers),
    port.held(),
  ]);
  requireLayout(layout, layoutId);
  for (const point of points) requirePointOnTarget(layout, point);
  return { keys, held };
};

const lookUpButton = async (
  port: InputPort,
  button: LogicalButton,
  request: LookUp,
): Promise<{ readonly raw: RawInput; readonly keys: readonly RawInput[] }> => {
  const [{ keys, held }, raw] = await Promise.all([lookUp(port, request), port.resolveButton(button)]);
  requireNothingHeld(held, keys);
  return { raw, keys };
};

const tap = async (stage: GestureStage, button: RawInput): Promise<void> => {
  stage.press(button);
  // Not abortable: a click whose press is out is finished, and 10 ms is within the time that a cancel may take.
  await stage.clock.sleep(buttonHoldMs, new AbortController().signal);
  stage.release(button);
  await stage.flush();
};

const click =
  (port: InputPort, { layoutId, modifiers, point, button, count }: ClickRequest): Gesture =>
  async () => {
    requireRange('A click count', count, [1, maxClicks]);
    const { raw, keys } = await lookUpButton(port, button, { layoutId, modifiers, points: [point] });
    return async (stage) => {
      // Not confirmed before the press: events are taken in their order, and the layout that has the point was just read.
      stage.move(point);
      await holdModifiers(stage, keys, async () => {
        for (let done = 0; done < count; done += 1) {
          if (done > 0) await stage.clock.sleep(betweenClicksMs, stage.signal);
          await tap(stage, { ...raw, clickCount: done + 1 });
        }
      });
    };
  };

const move =
  (port: InputPort, { layoutId, modifiers, point }: MoveRequest): Gesture =>
  async () => {
    const { keys, held } = await lookUp(port, { layoutId, modifiers, points: [point] });
    // A key that a person holds is no matter to a bare move.
    if (keys.length === 0) requireNoButtonHeld(held);
    else requireNothingHeld(held, keys);
    return async (stage) => {
      await holdModifiers(stage, keys, async () => {
        stage.move(point);
        await stage.flush();
      });
    };
  };

const moveAlong = async (
  { move: moveTo, clock, signal }: GestureStage,
  port: InputPort,
  request: DragRequest,
): Promise<void> => {
  const startedMs = clock.monotonicMs();
  const steps = dragPath(request);
  let lookedMs = startedMs;
  let spare = Math.max(0, steps.length - minSteps);
  for (const [index, { point, part, isOnPath }] of steps.entries()) {
    const dueMs = startedMs + part * request.durationMs;
    const nextMs = startedMs + (steps[index + 1]?.part ?? Infinity) * request.durationMs;
    // Where timers are coarse (15.6 ms on Windows), all of the steps would take a multiple of the time.
    if (spare > 0 && !isOnPath && clock.monotonicMs() >= nextMs) {
      spare -= 1;
      continue;
    }
    // A late timer must not turn the rest of the path into a burst, which the server would merge.
    await clock.sleep(Math.max(minStepMs, dueMs - clock.monotonicMs()), signal);
    if (clock.monotonicMs() - lookedMs >= lookAgainMs) {
      // The rest of the path would lead over other things.
      requireLayout(await port.layout(), request.layoutId);
      lookedMs = clock.monotonicMs();
    }
    moveTo(point);
  }
};

const requirePath = ([start, next]: readonly DevicePoint[]): DevicePoint => {
  if (start && next) return start;
  throw new DesktopError('internal', 'The path of a drag has at least two points.');
};

const drag =
  (port: InputPort, request: DragRequest): Gesture =>
  async () => {
    const start = requirePath(request.path);
    const { raw: button, keys } = await lookUpButton(port, request.button, {
      ...request,
      points: request.path,
    });
    return async (stage) => {
      stage.move(start);
      await holdModifiers(stage, keys, async () => {
        stage.press(button);
        await stage.flush();
        await stage.clock.sleep(dragPauseMs, stage.signal);
        await moveAlong(stage, port, request);
        await stage.clock.sleep(dragPauseMs, stage.signal);
        stage.release(button);
        await stage.flush();
      });
    };
  };

const wheelSteps = ({ deltaX, deltaY }: ScrollRequest): LogicalButton[] => [
  ...Array.from({ length: Math.abs(deltaY) }, (): LogicalButton => (deltaY > 0 ? 'wheel_down' : 'wheel_up')),
  ...Array.from({ length: Math.abs(deltaX) }, (): LogicalButton =>
    deltaX > 0 ? 'wheel_right' : 'wheel_left',
  ),
];

const resolveEach = async (port: InputPort, steps: readonly LogicalButton[]): Promise<RawInput[]> => {
  const known = new Map<LogicalButton, RawInput>();
  for (const step of new Set(steps)) known.set(step, await port.resolveButton(step));
  return steps.flatMap((step) => known.get(step) ?? []);
};

type WheelEvent = (stage: GestureStage) => void;

const stepEvents = async (port: InputPort, request: ScrollRequest): Promise<WheelEvent[]> =>
  (await resolveEach(port, wheelSteps(request))).map((step) => (stage) => {
    stage.press(step);
    stage.release(step);
  });

const pixelEvents = ({ pixelScroll }: InputPort, { point, deltaX, deltaY }: ScrollRequest): WheelEvent[] => {
  if (!pixelScroll)
    throw new DesktopError('internal', 'A port without pixels was asked to scroll in pixels.');
  return pixelScroll
    .split({ x: deltaX, y: deltaY }, point)
    .map((part) => (stage) => stage.scroll(pixelScroll, part));
};

const wheelEvents = async (port: InputPort, request: ScrollRequest): Promise<WheelEvent[]> =>
  request.unit === 'pixels' ? pixelEvents(port, request) : stepEvents(port, request);

const scroll =
  (port: InputPort, request: ScrollRequest): Gesture =>
  async () => {
    const [{ keys, held }, events] = await Promise.all([
      lookUp(port, { ...request, points: [request.point] }),
      wheelEvents(port, request),
    ]);
    requireNothingHeld(held, keys);
    return async (stage) => {
      stage.move(request.point);
      await holdModifiers(stage, keys, async () => {
        for (const send of events) {
          await stage.clock.sleep(wheelStepMs, stage.signal);
          send(stage);
        }
        await stage.flush();
      });
    };
  };

const requireUnit = ({ unit, deltaX, deltaY }: ScrollRequest, { scrollUnits }: DesktopCapabilities): void => {
  if (!scrollUnits.includes(unit)) {
    throw new DesktopError(
      'scroll_unit_unsupported',
      `This desktop scrolls in ${scrollUnits.join(' or ')}, not in ${unit}.`,
    );
  }
  if (!Number.isInteger(deltaX) || !Number.isInteger(deltaY)) {
    throw new DesktopError('internal', 'Scroll distances are whole numbers.');
  }
};

/** The pointer of a desktop over its raw events. */
export const createPointer = (
  port: InputPort,
  runner: GestureRunner,
  capabilities: DesktopCapabilities,
): Pointer => ({
  click: (request, signal) => runner.run(click(port, request), signal),
  move: (request, signal) => runner.run(move(port, request), signal),
  drag: (request, signal) => runner.run(drag(port, request), signal),
  scroll: async (request, signal) => {
    requireUnit(request, capabilities);
    return runner.run(scroll(port, request), signal);
  },
});
