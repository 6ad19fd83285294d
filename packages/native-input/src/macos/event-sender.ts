import type { DevicePoint } from '../desktop.ts';
import type { HeldPress } from '../press-journal.ts';
import type { EventPoster } from './bindings/events.ts';
import type { InputState } from './bindings/input-state.ts';
import { capsLockFlag, flagsOf, nonCoalescedFlag, ownFlags } from './keymap/event-flags.ts';
import { returnKey, tabKey } from './keymap/virtual-keys.ts';
import { buttonEventType, motionEventType, wheelStepOf } from './pointer-events.ts';
import { createSentPresses } from './sent-presses.ts';
import { returnText, tabText } from './text-pieces.ts';

type Press = HeldPress & { readonly clickCount?: number };

/** The desktop's events, each with the state that our presses before it make: macOS adds none of it itself. */
export type EventSender = {
  /** In points of the whole desktop. */
  moveTo(point: DevicePoint): void;
  press(input: Press): void;
  release(input: Press): void;
  /** In points; positive shows what is further right and further down. */
  scrollBy(way: DevicePoint): void;
  type(text: string): void;
  /** Whether macOS shows as down and up what was sent. */
  isShown(): boolean;
  /** For when nothing is down: what could not be released before is no longer ours. */
  forgetPresses(): void;
};

export type EventParts = { readonly poster: EventPoster; readonly state: InputState };

/** Programs that read the key of a typed text see this one, as every tool of the kind has it: kVK_ANSI_A. */
const textKey = 0;
const noWay = { x: 0, y: 0 };

const keyOfText = (text: string): number => {
  if (text === returnText) return returnKey;
  return text === tabText ? tabKey : textKey;
};

/** Rounded on the way, so that the sum of all steps is the whole way. */
const wayBetween = (from: DevicePoint, to: DevicePoint): DevicePoint => ({
  x: Math.round(to.x) - Math.round(from.x),
  y: Math.round(to.y) - Math.round(from.y),
});

export const createEventSender = ({ poster, state }: EventParts): EventSender => {
  const sent = createSentPresses(state);
  let last: DevicePoint | undefined;

  const at = (): DevicePoint => last ?? poster.pointerAt();
  /** Held modifiers are ours alone, as a gesture begins only while none is down. */
  const flags = (keys: Iterable<number> = sent.keysDown()): number =>
    nonCoalescedFlag | (state.flags() & capsLockFlag) | flagsOf(keys);

  const sendPress = ({ kind, code, clickCount = 1 }: Press, isDown: boolean): void => {
    if (kind === 'key') {
      const others = [...sent.keysDown()].filter((key) => key !== code);
      const after = isDown ? [...others, code] : others;
      poster.postKey({ keyCode: code, isDown, flags: flags(after) | ownFlags(code) });
      return;
    }
    const type = buttonEventType(code, isDown ? 'down' : 'up');
    poster.postMouse({ type, at: at(), button: code, clickState: clickCount, delta: noWay, flags: flags() });
  };

  return {
    moveTo: (to) => {
      const dragging = sent.lastButton();
      const { button = 0, clickCount: clickState = 0 } = dragging ?? {};
      // Without a button a person may have moved it since our last gesture.
      const delta = wayBetween(dragging ? at() : poster.pointerAt(), to);
      const type = motionEventType(dragging?.button);
      poster.postMouse({ type, at: to, button, clickState, delta, flags: flags() });
      last = to;
    },
    press: (press) => {
      const wheel = wheelStepOf(press);
      if (wheel) poster.postScroll({ unit: 'line', at: at(), ...wheel, flags: flags() });
      else {
        sendPress(press, true);
        sent.add(press, press.clickCount ?? 1);
      }
    },
    release: (press) => {
      // A wheel's step is its press.
      if (wheelStepOf(press)) return;
      sendPress(press, false);
      sent.remove(press);
    },
    scrollBy: ({ x, y }) =>
      poster.postScroll({ unit: 'pixel', at: at(), vertical: -y, horizontal: -x, flags: flags() }),
    type: (text) => poster.postText({ keyCode: keyOfText(text), text, flags: nonCoalescedFlag }),
    isShown: () => sent.isShown(),
    forgetPresses: () => sent.forget(),
  };
};
