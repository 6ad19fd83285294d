import type { DevicePoint, PointerButton } from '../desktop.ts';
import { isCharacter, keyNames } from '../key-names.ts';
import type { TestWindowEvent } from '../test-window.ts';
import { eventTypes } from './bindings/app-kit-event.ts';
import type { WindowEvent } from './bindings/app-kit-event.ts';
import { keyAtUsPosition } from './keymap/us-positions.ts';
import { modifierKeys, nameOfKey } from './keymap/virtual-keys.ts';

/** Device pixels a point. */
export type Scale = { readonly x: number; readonly y: number };

const buttons: readonly PointerButton[] = ['left', 'right', 'middle', 'back', 'forward'];
/** Takes rounding errors of halves of points; far below a pixel. */
const tolerance = 1e-6;

/** NSEventModifierFlagShift, …Control, …Option, …Command. */
const flagsOfModifiers = [
  [modifierKeys.shift, 0x2_0000],
  [modifierKeys.control, 0x4_0000],
  [modifierKeys.alt, 0x8_0000],
  [modifierKeys.meta, 0x10_0000],
] as const;

const isModifierDown = ({ keyCode, flags }: WindowEvent): boolean =>
  flagsOfModifiers.some(
    ([{ left, right }, flag]) => (keyCode === left || keyCode === right) && (flags & flag) !== 0,
  );

/** By the character that it gives where the wire has that, else by its place on a US keyboard. */
const keyOf = ({ keyCode, characters }: WindowEvent): string => {
  const character = characters.toLowerCase();
  const isKnown = isCharacter(character) && keyNames.includes(character);
  return nameOfKey(keyCode) ?? (isKnown ? character : (keyAtUsPosition(keyCode) ?? `key code ${keyCode}`));
};

const repeated = <T>(count: number, event: T): readonly T[] => Array.from({ length: count }, () => event);

/** A slow wheel may move by less than a line, and is a step all the same. */
const stepsOf = (lines: number): number => (lines === 0 ? 0 : Math.max(1, Math.round(Math.abs(lines))));

const readScroll = (
  { scroll: { x, y, isPrecise } }: WindowEvent,
  point: DevicePoint,
  scale: Scale,
): readonly TestWindowEvent[] => {
  if (isPrecise) {
    // Positive is what a hand does to the content; what is shown moves the other way.
    return [{ kind: 'pixel_scroll', deltaX: 0 - x * scale.x, deltaY: 0 - y * scale.y, point }];
  }
  const wheel = (direction: 'wheel_up' | 'wheel_down' | 'wheel_left' | 'wheel_right') =>
    ({ kind: 'wheel', direction, point }) as const;
  return [
    ...repeated(stepsOf(y), wheel(y > 0 ? 'wheel_up' : 'wheel_down')),
    ...repeated(stepsOf(x), wheel(x > 0 ? 'wheel_left' : 'wheel_right')),
  ];
};

/** What an event of AppKit means to the test window, in device pixels of its inside. */
export const readWindowEvent = (event: WindowEvent, scale: Scale): readonly TestWindowEvent[] => {
  const point = {
    x: Math.floor(event.location.x * scale.x + tolerance),
    y: Math.floor(event.location.y * scale.y + tolerance),
  };
  const button = buttons[event.button] ?? 'left';
  switch (event.type) {
    case eventTypes.moved:
    case eventTypes.leftDragged:
    case eventTypes.rightDragged:
    case eventTypes.otherDragged:
      return [{ kind: 'motion', point }];
    case eventTypes.leftDown:
    case eventTypes.rightDown:
    case eventTypes.otherDown: {
      const down = { kind: 'button_down', button, point } as const;
      return event.clickCount === 2 ? [down, { kind: 'double_click', button, point }] : [down];
    }
    case eventTypes.leftUp:
    case eventTypes.rightUp:
    case eventTypes.otherUp:
      return [{ kind: 'button_up', button, point }];
    case eventTypes.keyDown:
      return [{ kind: 'key_down', key: keyOf(event) }];
    case eventTypes.keyUp:
      return [{ kind: 'key_up', key: keyOf(event) }];
    case eventTypes.flagsChanged:
      return [{ kind: isModifierDown(event) ? 'key_down' : 'key_up', key: keyOf(event) }];
    case eventTypes.scroll:
      return readScroll(event, point, scale);
    default:
      return [];
  }
};
