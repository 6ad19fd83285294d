import { DesktopError } from '../../desktop-error.ts';
import { declareGeometry } from './geometry.ts';
import type { CGPoint } from './geometry.ts';
import { loadCoreFoundation } from './core-foundation.ts';
import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework, NativeType } from './load-library.ts';

type MouseEvent = {
  /** CGEventType. */
  readonly type: number;
  readonly at: CGPoint;
  readonly button: number;
  /** 1 for a first click, 2 for the second of a double click; 0 for a move. */
  readonly clickState: number;
  /** The way since the event before, in points. */
  readonly delta: CGPoint;
  readonly flags: number;
};
type KeyEvent = { readonly keyCode: number; readonly isDown: boolean; readonly flags: number };
type TextEvent = { readonly keyCode: number; readonly text: string; readonly flags: number };
type ScrollEvent = {
  readonly unit: 'pixel' | 'line';
  readonly at: CGPoint;
  /** As a wheel counts: positive is away from the person and to the left. */
  readonly vertical: number;
  readonly horizontal: number;
  readonly flags: number;
};

/** Events at the tap where those of the hardware come in. Whoever loaded it closes it. */
export type EventPoster = {
  postMouse(event: MouseEvent): void;
  postKey(event: KeyEvent): void;
  /** A press and a release that carry the text; either both are sent or, with an error, none. */
  postText(event: TextEvent): void;
  postScroll(event: ScrollEvent): void;
  /** In points of the whole desktop. */
  pointerAt(): CGPoint;
  close(): void;
};

/** CGEventTapLocation kCGHIDEventTap. */
const hidTap = 0;
/** CGEventSourceStateID kCGEventSourceStateHIDSystemState. */
const hidSystemState = 1;
/** CGEventField. */
const fields = { clickState: 1, deltaX: 4, deltaY: 5 } as const;
/** CGScrollEventUnit. */
const scrollUnits = { pixel: 0, line: 1 } as const;

/** CoreGraphics/CGEvent.h. */
const declareCreations = (load: LoadFramework, point: NativeType) => {
  const { declare } = load('CoreGraphics');
  // CGEventRef CGEventCreate(CGEventSourceRef source)
  const create: (source: Handle) => Handle = declare('CGEventCreate', 'void *', ['void *']);
  // CGEventRef CGEventCreateMouseEvent(CGEventSourceRef source, CGEventType mouseType, CGPoint mouseCursorPosition, CGMouseButton mouseButton)
  const createMouse: (source: Handle, type: number, ...rest: [at: CGPoint, button: number]) => Handle =
    declare('CGEventCreateMouseEvent', 'void *', ['void *', 'uint32', point, 'uint32']);
  // CGEventRef CGEventCreateKeyboardEvent(CGEventSourceRef source, CGKeyCode virtualKey, bool keyDown)
  const createKey: (source: Handle, keyCode: number, isDown: boolean) => Handle = declare(
    'CGEventCreateKeyboardEvent',
    'void *',
    ['void *', 'uint16', 'bool'],
  );
  // CGEventRef CGEventCreateScrollWheelEvent2(CGEventSourceRef source, CGScrollEventUnit units, uint32_t wheelCount, int32_t wheel1, int32_t wheel2, int32_t wheel3)
  const createScroll: (
    source: Handle,
    ...rest: [unit: number, wheels: number, vertical: number, horizontal: number, third: number]
  ) => Handle = declare('CGEventCreateScrollWheelEvent2', 'void *', [
    ...['void *', 'uint32', 'uint32', 'int32', 'int32', 'int32'],
  ]);
  return { create, createMouse, createKey, createScroll };
};

/** CoreGraphics/CGEvent.h. */
const declareEventCalls = (load: LoadFramework, point: NativeType) => {
  const { declare } = load('CoreGraphics');
  // CGPoint CGEventGetLocation(CGEventRef event)
  const location: (event: Handle) => CGPoint = declare('CGEventGetLocation', point, ['void *']);
  // void CGEventSetLocation(CGEventRef event, CGPoint location)
  const setLocation: (event: Handle, at: CGPoint) => void = declare('CGEventSetLocation', 'void', [
    ...['void *', point],
  ]);
  // void CGEventSetFlags(CGEventRef event, CGEventFlags flags)
  const setFlags: (event: Handle, flags: number) => void = declare('CGEventSetFlags', 'void', [
    ...['void *', 'uint64'],
  ]);
  // void CGEventSetIntegerValueField(CGEventRef event, CGEventField field, int64_t value)
  const setField: (event: Handle, field: number, value: number) => void = declare(
    'CGEventSetIntegerValueField',
    'void',
    ['void *', 'uint32', 'int64'],
  );
  // void CGEventKeyboardSetUnicodeString(CGEventRef event, UniCharCount stringLength, const UniChar *unicodeString)
  const setText: (event: Handle, length: number, units: Uint16Array) => void = declare(
    'CGEventKeyboardSetUnicodeString',
    'void',
    ['void *', 'unsigned long', 'void *'],
  );
  // void CGEventPost(CGEventTapLocation tap, CGEventRef event)
  const post: (tap: number, event: Handle) => void = declare('CGEventPost', 'void', ['uint32', 'void *']);
  return { location, setLocation, setFlags, setField, setText, post };
};

/** CoreGraphics/CGEventSource.h. */
const createSource = (load: LoadFramework): Handle => {
  const { declare } = load('CoreGraphics');
  // CGEventSourceRef CGEventSourceCreate(CGEventSourceStateID stateID)
  const create: (state: number) => Handle = declare('CGEventSourceCreate', 'void *', ['int32']);
  // void CGEventSourceSetLocalEventsSuppressionInterval(CGEventSourceRef source, CFTimeInterval seconds)
  const setSuppression: (source: Handle, seconds: number) => void = declare(
    'CGEventSourceSetLocalEventsSuppressionInterval',
    'void',
    ['void *', 'double'],
  );
  const source = create(hidSystemState);
  if (source === null) {
    throw new DesktopError(
      'session_unavailable',
      "macOS gives no source of input events; is this process in the person's session?",
    );
  }
  // Else the person's own mouse would be dead for a quarter of a second after each of our events.
  setSuppression(source, 0);
  return source;
};

const utf16 = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

const requireEvent = (event: Handle, what: string): Handle => {
  if (event !== null) return event;
  throw new DesktopError('input_blocked', `macOS made no ${what} event; nothing of it was sent.`);
};

export const loadEventPoster = (load: LoadFramework = loadFramework): EventPoster => {
  const foundation = loadCoreFoundation(load);
  const { point } = declareGeometry();
  const creations = declareCreations(load, point);
  const calls = declareEventCalls(load, point);
  let source = createSource(load);
  const post = (event: Handle, what: string, prepare: (event: Handle) => void): void =>
    foundation.using(requireEvent(event, what), (made) => {
      prepare(made);
      calls.post(hidTap, made);
    });
  const key = ({ keyCode, isDown }: Omit<KeyEvent, 'flags'>): Handle =>
    requireEvent(creations.createKey(source, keyCode, isDown), 'keyboard');
  return {
    postMouse: ({ type, at, button, clickState, delta, flags }) =>
      post(creations.createMouse(source, type, at, button), 'mouse', (event) => {
        calls.setFlags(event, flags);
        calls.setField(event, fields.clickState, clickState);
        calls.setField(event, fields.deltaX, delta.x);
        calls.setField(event, fields.deltaY, delta.y);
      }),
    postKey: ({ flags, ...event }) => post(key(event), 'keyboard', (made) => calls.setFlags(made, flags)),
    postText: ({ keyCode, text, flags }) =>
      foundation.using(key({ keyCode, isDown: true }), (down) =>
        foundation.using(key({ keyCode, isDown: false }), (up) => {
          const units = utf16(text);
          for (const event of [down, up]) {
            calls.setFlags(event, flags);
            calls.setText(event, units.length, units);
          }
          for (const event of [down, up]) calls.post(hidTap, event);
        }),
      ),
    postScroll: ({ unit, at, vertical, horizontal, flags }) => {
      const event = creations.createScroll(source, scrollUnits[unit], 2, vertical, horizontal, 0);
      post(event, 'scroll', (made) => {
        calls.setLocation(made, at);
        calls.setFlags(made, flags);
      });
    },
    pointerAt: () =>
      foundation.using(requireEvent(creations.create(null), 'plain'), (event) => calls.location(event)),
    close: () => {
      foundation.release(source);
      source = null;
    },
  };
};
