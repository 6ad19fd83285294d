import type { DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { HeldNow, InputPort, LogicalButton, RawInput } from '../input-port.ts';
import type { LayoutWatch } from '../screen-port.ts';
import { splitText } from '../split-text.ts';
import { loadKeyboard } from './bindings/keyboard.ts';
import type { NativeKeyboard } from './bindings/keyboard.ts';
import { loadLayoutSwitches } from './bindings/layout-switches.ts';
import { loadInputSender } from './bindings/send-input.ts';
import type { InputEvent, InputSender } from './bindings/send-input.ts';
import {
  buttonCode,
  moveEvent,
  pressedVirtualKey,
  pressEvents,
  textEvents,
  withMove,
} from './input-events.ts';
import { resolveChord } from './keymap/resolve-chord.ts';
import { resolveModifierKeys } from './keymap/resolve-modifiers.ts';
import type { LayoutSwitches } from './keymap/resolve-modifiers.ts';
import { virtualKeys } from './keymap/virtual-keys.ts';

/** Keys and pointer of Windows as they are at the moment of a call. */
export type NativeInput = {
  readonly sender: InputSender;
  readonly keyboard: NativeKeyboard;
  readonly layoutSwitches: () => LayoutSwitches;
};

export type WindowsInputParts = {
  readonly layout: LayoutWatch;
  readonly onNotice: (message: string) => void;
};

export const loadNativeInput = (): NativeInput => ({
  sender: loadInputSender(),
  keyboard: loadKeyboard(),
  layoutSwitches: loadLayoutSwitches(),
});

/** UTF-16 units that go out together: few enough that a cancel is heard soon, and a program keeps up. */
const pieceUnits = 32;

const buttonNames: readonly (readonly [button: LogicalButton, name: string])[] = [
  ['left', 'the left mouse button'],
  ['middle', 'the middle mouse button'],
  ['right', 'the right mouse button'],
  ['back', 'the back mouse button'],
  ['forward', 'the forward mouse button'],
];

const modifierNames: readonly (readonly [virtualKey: number, name: string])[] = [
  [virtualKeys.leftShift, 'Shift'],
  [virtualKeys.rightShift, 'Shift'],
  [virtualKeys.leftControl, 'Control'],
  [virtualKeys.rightControl, 'Control'],
  [virtualKeys.leftAlt, 'Alt'],
  [virtualKeys.rightAlt, 'AltGr'],
  [virtualKeys.leftMeta, 'Windows'],
  [virtualKeys.rightMeta, 'Windows'],
];

const readHeld = ({ sender, keyboard }: NativeInput): HeldNow => {
  const areSwapped = sender.areButtonsSwapped();
  const isDown = (virtualKey: number | undefined): boolean =>
    virtualKey !== undefined && keyboard.isDown(virtualKey);
  return {
    buttons: buttonNames
      .filter(([button]) =>
        isDown(pressedVirtualKey({ kind: 'button', code: buttonCode(button, areSwapped) })),
      )
      .map(([, name]) => name),
    modifiers: modifierNames.filter(([virtualKey]) => isDown(virtualKey)).map(([, name]) => name),
    isKeyDown: (key) => key.kind === 'key' && isDown(pressedVirtualKey(key)),
  };
};

const notTaken = (taken: number, given: number): DesktopError =>
  taken === 0
    ? new DesktopError(
        'input_blocked',
        'Windows took no input: the program in front may run with higher rights (as administrator), or another one blocks input. Bring an ordinary window to the front and try again.',
      )
    : new DesktopError('internal', `Windows took ${taken} of ${given} events that belong together.`);

/** Throws `input_blocked` when Windows took none of the events. */
export const sendEvents = (sender: InputSender, events: readonly InputEvent[]): void => {
  if (events.length === 0) return;
  const taken = sender.send(events);
  if (taken < events.length) throw notTaken(taken, events.length);
};

const sendText = (sender: InputSender, piece: string): void => {
  const events = textEvents(piece);
  const taken = sender.send(events);
  if (taken === events.length) return;
  // Press and release take turns: what was pressed last must not stay down.
  if (taken % 2 === 1) sender.send(events.slice(taken, taken + 1));
  throw notTaken(taken, events.length);
};

/**
 * Moves, and buttons and wheels at the point of the last move. They say it themselves, so that a hand on the mouse takes
 * no click elsewhere.
 */
const createPointerSender = (sender: InputSender) => {
  let point: DevicePoint | undefined;
  const moveTo = (to: DevicePoint) => moveEvent(to, sender.virtualDesktop());
  return {
    move: (to: DevicePoint): void => {
      sendEvents(sender, [moveTo(to)]);
      point = to;
    },
    act: (events: readonly InputEvent[]): void => {
      const move = point && moveTo(point);
      try {
        sendEvents(sender, move ? events.map((event) => withMove(event, move)) : events);
      } catch (error) {
        // It is tried again later, and then where the pointer is.
        point = undefined;
        throw error;
      }
    },
  };
};

const answer = <T>(read: () => T): Promise<T> => Promise.resolve().then(read);

/** Raw input through SendInput. Layout and state are read before each use, so that no change is missed. */
export const createWindowsInputPort = (
  { layout, onNotice }: WindowsInputParts,
  native: NativeInput = loadNativeInput(),
): InputPort => {
  const { sender, keyboard, layoutSwitches } = native;
  const pointer = createPointerSender(sender);
  const send = (input: RawInput, action: 'press' | 'release'): void => {
    const events = pressEvents(input, action);
    if (input.kind === 'button') pointer.act(events);
    else sendEvents(sender, events);
  };
  return {
    layout: () => layout.read(),
    resolveButton: (button) =>
      answer(() => ({ kind: 'button', code: buttonCode(button, sender.areButtonsSwapped()), name: button })),
    resolveChord: async (keys) => {
      // Keys are read on the desktop that has the input, which a locked session takes away.
      await layout.read();
      const isCapsLockOn = keyboard.isCapsLockOn();
      return resolveChord({ layout: keyboard.layout(), isCapsLockOn, onNotice }, keys);
    },
    resolveModifiers: (modifiers) => answer(() => resolveModifierKeys(layoutSwitches(), modifiers)),
    held: async () => {
      await layout.read();
      return readHeld(native);
    },
    move: (point) => pointer.move(point),
    press: (input) => send(input, 'press'),
    release: (input) => send(input, 'release'),
    // SendInput answers once the events are in the queue of the system.
    flush: () => Promise.resolve(),
    text: {
      split: (text) => splitText(text, pieceUnits),
      send: (piece) => sendText(sender, piece),
    },
  };
};
