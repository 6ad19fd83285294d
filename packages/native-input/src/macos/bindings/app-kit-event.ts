import type { DevicePoint } from '../../desktop.ts';
import { declareGeometry } from './geometry.ts';
import type { Handle } from './load-library.ts';
import type { ObjectiveC } from './objective-c.ts';

/** What an NSEvent says of itself. */
export type WindowEvent = {
  /** NSEventType. */
  readonly type: number;
  /** In points from the bottom left corner of the window. */
  readonly location: DevicePoint;
  readonly button: number;
  readonly clickCount: number;
  readonly keyCode: number;
  /** NSEventModifierFlags. */
  readonly flags: number;
  /** What the key gives without its modifiers but Shift; empty for what is no key. */
  readonly characters: string;
  /** As a wheel counts: positive is away from the person and to the left. In points where `isPrecise`, else in lines. */
  readonly scroll: DevicePoint & { readonly isPrecise: boolean };
};

/** NSEventType: the events of the mouse, of keys and of wheels, which are all that have these properties. */
export const eventTypes = {
  ...{ leftDown: 1, leftUp: 2, rightDown: 3, rightUp: 4, moved: 5, leftDragged: 6, rightDragged: 7 },
  ...{ keyDown: 10, keyUp: 11, flagsChanged: 12, scroll: 22, otherDown: 25, otherUp: 26, otherDragged: 27 },
} as const;

const buttonPresses: readonly number[] = [eventTypes.leftDown, eventTypes.rightDown, eventTypes.otherDown];
const clicks: readonly number[] = [
  ...buttonPresses,
  ...[eventTypes.leftUp, eventTypes.rightUp, eventTypes.otherUp],
];
const motions: readonly number[] = [
  ...[eventTypes.moved, eventTypes.leftDragged, eventTypes.rightDragged, eventTypes.otherDragged],
];
const keys: readonly number[] = [eventTypes.keyDown, eventTypes.keyUp];

export const isButtonPress = (type: number): boolean => buttonPresses.includes(type);
export const isMouse = (type: number): boolean =>
  clicks.includes(type) || motions.includes(type) || type === eventTypes.scroll;
const isInput = (type: number): boolean =>
  isMouse(type) || keys.includes(type) || type === eventTypes.flagsChanged;

const nowhere = { x: 0, y: 0 };

/** AppKit/NSEvent.h, Foundation/NSString.h. A property that an event's type does not have must not be asked for. */
export const loadEventReader = ({ method }: ObjectiveC) => {
  const { point } = declareGeometry();
  // @property NSEventType type
  const typeOf: (event: Handle) => number = method('type', 'uint64');
  // @property NSInteger windowNumber
  const windowOf: (event: Handle) => number = method('windowNumber', 'int64');
  // @property NSPoint locationInWindow
  const location: (event: Handle) => DevicePoint = method('locationInWindow', point);
  // @property NSInteger buttonNumber, clickCount
  const button: (event: Handle) => number = method('buttonNumber', 'int64');
  const clickCount: (event: Handle) => number = method('clickCount', 'int64');
  // @property unsigned short keyCode
  const keyCode: (event: Handle) => number = method('keyCode', 'uint16');
  // @property NSEventModifierFlags modifierFlags
  const flags: (event: Handle) => number | bigint = method('modifierFlags', 'uint64');
  // @property NSString *charactersIgnoringModifiers
  const characters: (event: Handle) => Handle = method('charactersIgnoringModifiers', 'void *');
  // @property CGFloat scrollingDeltaX, scrollingDeltaY
  const scrollX: (event: Handle) => number = method('scrollingDeltaX', 'double');
  const scrollY: (event: Handle) => number = method('scrollingDeltaY', 'double');
  // @property BOOL hasPreciseScrollingDeltas
  const isPrecise: (event: Handle) => boolean = method('hasPreciseScrollingDeltas', 'bool');
  // @property const char *UTF8String
  const utf8: (text: Handle) => string | null = method('UTF8String', 'str');
  const read = (event: Handle, type: number): WindowEvent => {
    const isClick = clicks.includes(type);
    const isKey = keys.includes(type);
    return {
      type,
      location: isMouse(type) ? location(event) : nowhere,
      button: isClick ? button(event) : 0,
      clickCount: isClick ? clickCount(event) : 0,
      keyCode: isKey || type === eventTypes.flagsChanged ? keyCode(event) : 0,
      flags: Number(flags(event)),
      characters: isKey ? (utf8(characters(event)) ?? '') : '',
      scroll:
        type === eventTypes.scroll
          ? { x: scrollX(event), y: scrollY(event), isPrecise: isPrecise(event) }
          : { ...nowhere, isPrecise: false },
    };
  };
  return {
    typeOf,
    /** Undefined for an event that is no input to the window. */
    read: (event: Handle, window: number): WindowEvent | undefined => {
      const type = typeOf(event);
      return isInput(type) && windowOf(event) === window ? read(event, type) : undefined;
    },
  };
};
