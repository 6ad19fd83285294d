import type { DevicePoint } from '../desktop.ts';
import type { HeldPress } from '../press-journal.ts';
import type { EventPoster } from './bindings/events.ts';
import type { InputState } from './bindings/input-state.ts';
import { capsLockFlag, flagsOf, nonCoalescedFlag, ownFlags } from './keymap/event-flags.ts';
import { returnKey, tabKey } from './keymap/virtual-keys.ts';
import { buttonEventType, motionEventType, wheelStepOf } from './pointer-events.ts';
import { returnText, tabText } from './text-pieces.ts';

/** The desktop's events, each with the state that our presses before it make: macOS adds none of it itself. */
export type EventSender = {
  /** In points of the whole desktop. */
  moveTo(point: DevicePoint): void;
  press(input: HeldPress & { readonly clickCount?: number }): void;
  release(input: HeldPress & { readonly clickCount?: number }): void;
  /** In points; positive shows what is further right and further down. */
  scrollBy(way: DevicePoint): void;
  type(text: string): void;
};

export type EventParts = { readonly poster: EventPoster; readonly state: InputState };

/** Programs that read the key of a typed text see this one, as every tool of the kind has it: kVK_ANSI_A. */
const textKey = 0;
const noWay = { x: 0, y: 0 };

const keyOfText = (text: string): number => {
  if (text === returnText) return returnKey;
  return text === tabText ? tabKey : textKey;
};

export const createEventSender = ({ poster, state }: EventParts): EventSender => {
  let keysDown: ReadonlySet<number> = new Set();
  const buttonsDown = new Map<number, number>();
  let last: DevicePoint | undefined;

  /** Held modifiers are ours alone, as a gesture begins only while none is down. */
  const flags = (keys: Iterable<number> = keysDown): number =>
    nonCoalescedFlag | (state.flags() & capsLockFlag) | flagsOf(keys);
  const at = (): DevicePoint => last ?? poster.pointerAt();

  const sendKey = (keyCode: number, isDown: boolean): void => {
    const after = new Set(keysDown);
    if (isDown) after.add(keyCode);
    else after.delete(keyCode);
    poster.postKey({ keyCode, isDown, flags: flags(after) | ownFlags(keyCode) });
    keysDown = after;
  };

  const sendButton = (button: number, action: 'down' | 'up', clickState: number): void =>
    poster.postMouse({
      type: buttonEventType(button, action),
      at: at(),
      button,
      clickState,
      delta: noWay,
      flags: flags(),
    });

  const sendLines = (vertical: number, horizontal: number): void =>
    poster.postScroll({ unit: 'line', at: at(), vertical, horizontal, flags: flags() });

  return {
    moveTo: (to) => {
      const [dragging] = [...buttonsDown].slice(-1);
      // A person may have moved it since our last gesture.
      const from = dragging ? at() : poster.pointerAt();
      poster.postMouse({
        type: motionEventType(dragging?.[0]),
        at: to,
        button: dragging?.[0] ?? 0,
        clickState: dragging?.[1] ?? 0,
        // Rounded on the way, so that the sum of all is the whole way.
        delta: { x: Math.round(to.x) - Math.round(from.x), y: Math.round(to.y) - Math.round(from.y) },
        flags: flags(),
      });
      last = to;
    },
    press: ({ kind, code, clickCount = 1 }) => {
      const wheel = kind === 'button' ? wheelStepOf(code) : undefined;
      if (kind === 'key') sendKey(code, true);
      else if (wheel) sendLines(wheel.vertical, wheel.horizontal);
      else {
        sendButton(code, 'down', clickCount);
        buttonsDown.set(code, clickCount);
      }
    },
    release: ({ kind, code, clickCount = 1 }) => {
      if (kind === 'key') sendKey(code, false);
      // A wheel's step is its press.
      else if (!wheelStepOf(code)) {
        sendButton(code, 'up', clickCount);
        buttonsDown.delete(code);
      }
    },
    scrollBy: ({ x, y }) =>
      poster.postScroll({ unit: 'pixel', at: at(), vertical: -y, horizontal: -x, flags: flags() }),
    type: (text) => poster.postText({ keyCode: keyOfText(text), text, flags: nonCoalescedFlag }),
  };
};
