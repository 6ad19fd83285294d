import type {
  ClickRequest,
  DesktopCapabilities,
  DevicePoint,
  DragRequest,
  MoveRequest,
  Pointer,
  ScrollRequest,
} from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import { dragPath } from './drag-path.ts';
import type { Gesture, GestureRunner, GestureStage } from './gesture.ts';
import type { InputPort, LogicalButton, RawInput } from './input-port.ts';
import {
  requireLayout,
  requireNoButtonHeld,
  requireNothingHeld,
  requirePointOnTarget,
} from './preconditions.ts';

const buttonHoldMs = 10;
/** Between two clicks of one; well inside the shortest double-click time that systems offer (100 ms). */
const betweenClicksMs = 40;
const dragPauseMs = 45;
/** The pace at which every motion of a drag was delivered in measurements was 1 ms and more. */
const minStepMs = 4;
const wheelStepMs = 4;
const maxClicks = 3;

type Reach = { readonly layoutId: string; readonly points: readonly DevicePoint[] };

const requireReach = async (port: InputPort, { layoutId, points }: Reach): Promise<void> => {
  const layout = await port.layout();
  requireLayout(layout, layoutId);
  for (const point of points) requirePointOnTarget(layout, point);
};

const tap = async (stage: GestureStage, button: RawInput): Promise<void> => {
  stage.press(button);
  // Not abortable: a click whose press is out is finished, and 10 ms is within the time that a cancel may take.
  await stage.clock.sleep(buttonHoldMs, new AbortController().signal);
  stage.release(button);
  await stage.flush();
};

const click =
  (port: InputPort, { layoutId, point, button, count }: ClickRequest): Gesture =>
  async () => {
    if (!Number.isInteger(count) || count < 1 || count > maxClicks) {
      throw new DesktopError('internal', `A click count is 1 to ${maxClicks}; ${count} was given.`);
    }
    await requireReach(port, { layoutId, points: [point] });
    const raw = await port.resolveButton(button);
    requireNothingHeld(await port.held());
    return async (stage) => {
      stage.move(point);
      await stage.flush();
      for (let done = 0; done < count; done += 1) {
        if (done > 0) await stage.clock.sleep(betweenClicksMs, stage.signal);
        await tap(stage, raw);
      }
    };
  };

const move =
  (port: InputPort, { layoutId, point }: MoveRequest): Gesture =>
  async () => {
    await requireReach(port, { layoutId, points: [point] });
    requireNoButtonHeld(await port.held());
    return async (stage) => {
      stage.move(point);
      await stage.flush();
    };
  };

const moveAlong = async (
  { move: moveTo, clock, signal }: GestureStage,
  request: DragRequest,
): Promise<void> => {
  const path = dragPath(request);
  const startedMs = clock.monotonicMs();
  for (const [index, point] of path.entries()) {
    const dueMs = startedMs + ((index + 1) / path.length) * request.durationMs;
    // A late timer must not turn the rest of the path into a burst, which the server would merge.
    await clock.sleep(Math.max(minStepMs, dueMs - clock.monotonicMs()), signal);
    moveTo(point);
  }
};

const drag =
  (port: InputPort, request: DragRequest): Gesture =>
  async () => {
    await requireReach(port, { layoutId: request.layoutId, points: [request.start, request.end] });
    const button = await port.resolveButton(request.button);
    requireNothingHeld(await port.held());
    return async (stage) => {
      stage.move(request.start);
      stage.press(button);
      await stage.flush();
      await stage.clock.sleep(dragPauseMs, stage.signal);
      await moveAlong(stage, request);
      await stage.clock.sleep(dragPauseMs, stage.signal);
      stage.release(button);
      await stage.flush();
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

const scroll =
  (port: InputPort, request: ScrollRequest): Gesture =>
  async () => {
    await requireReach(port, { layoutId: request.layoutId, points: [request.point] });
    const steps = await resolveEach(port, wheelSteps(request));
    requireNothingHeld(await port.held());
    return async (stage) => {
      stage.move(request.point);
      for (const step of steps) {
        await stage.clock.sleep(wheelStepMs, stage.signal);
        stage.press(step);
        stage.release(step);
      }
      await stage.flush();
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
