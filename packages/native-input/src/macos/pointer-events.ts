import type { PointerButton } from '../desktop.ts';
import type { LogicalButton, WheelDirection } from '../input-port.ts';
import type { HeldPress } from '../press-journal.ts';

/** CGEventTypes.h, CGMouseButton; macOS itself swaps the buttons of a left-handed person's mouse, before this tap. */
const buttonNumbers: Readonly<Record<PointerButton, number>> = {
  left: 0,
  right: 1,
  middle: 2,
  back: 3,
  forward: 4,
};

export const buttonNames: ReadonlyMap<number, string> = new Map(
  Object.entries(buttonNumbers).map(([name, number]) => [number, `the ${name} mouse button`]),
);

/** As a wheel counts: positive is away from the person, and to the left. */
type WheelStep = { readonly vertical: number; readonly horizontal: number };

const wheelSteps: Readonly<Record<WheelDirection, WheelStep>> = {
  wheel_up: { vertical: 1, horizontal: 0 },
  wheel_down: { vertical: -1, horizontal: 0 },
  wheel_left: { vertical: 0, horizontal: 1 },
  wheel_right: { vertical: 0, horizontal: -1 },
};

/** Beyond every button that macOS knows. */
const firstWheelCode = 100;
const wheelDirections = ['wheel_up', 'wheel_down', 'wheel_left', 'wheel_right'] as const;

export const buttonCode = (button: LogicalButton): number => {
  switch (button) {
    case 'wheel_up':
    case 'wheel_down':
    case 'wheel_left':
    case 'wheel_right':
      return firstWheelCode + wheelDirections.indexOf(button);
    default:
      return buttonNumbers[button];
  }
};

/** The step of a wheel's press; undefined for that of a button or key. */
export const wheelStepOf = ({ kind, code }: HeldPress): WheelStep | undefined => {
  const direction = kind === 'button' ? wheelDirections[code - firstWheelCode] : undefined;
  return direction && wheelSteps[direction];
};

/** CGEventTypes.h, CGEventType. */
const eventTypes = {
  left: { down: 1, up: 2, dragged: 6 },
  right: { down: 3, up: 4, dragged: 7 },
  other: { down: 25, up: 26, dragged: 27 },
} as const;
const moved = 5;

export type ButtonAction = 'down' | 'up' | 'dragged';

export const buttonEventType = (button: number, action: ButtonAction): number => {
  if (button === buttonNumbers.left) return eventTypes.left[action];
  if (button === buttonNumbers.right) return eventTypes.right[action];
  return eventTypes.other[action];
};

/** The type of a motion, which depends on the button that is down. */
export const motionEventType = (buttonDown: number | undefined): number =>
  buttonDown === undefined ? moved : buttonEventType(buttonDown, 'dragged');
