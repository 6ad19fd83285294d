import type { Clock } from '../clock.ts';
import type { DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { InputPort, RawInput } from '../input-port.ts';
import type { Permissions } from '../permissions.ts';
import type { Keyboard } from './bindings/keyboard-layout.ts';
import { createEventSender } from './event-sender.ts';
import type { EventParts, EventSender } from './event-sender.ts';
import { readHeld } from './held-state.ts';
import { resolveChord } from './keymap/resolve-chord.ts';
import { modifierKeys } from './keymap/virtual-keys.ts';
import type { DisplayWatch } from './layout-watch.ts';
import { findDisplay, toDesktopPoint } from './monitors.ts';
import { splitScroll } from './pixel-scroll.ts';
import { buttonCode } from './pointer-events.ts';
import { textPieces } from './text-pieces.ts';

export type MacosInputParts = EventParts & {
  readonly keyboard: Keyboard;
  readonly isKeyboardSecured: () => boolean;
  readonly layout: DisplayWatch;
  readonly permissions: Pick<Permissions, 'require'>;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
};

const answer = <T>(read: () => T): Promise<T> => Promise.resolve().then(read);

/** Programs were seen to lose text of events that followed each other within a few milliseconds. */
const betweenPiecesMs = 20;

/** macOS takes a few milliseconds; one that took longer than this takes no notice at all. */
const settleMs = 100;
const lookAgainMs = 2;

/** Else the next gesture would take our own key, which is still on its way up, for one that a person holds. */
const settle = async (sender: EventSender, { clock, onNotice }: MacosInputParts): Promise<void> => {
  const { signal } = new AbortController();
  const startedMs = clock.monotonicMs();
  while (!sender.isShown()) {
    if (clock.monotonicMs() - startedMs > settleMs) {
      onNotice('macOS does not show the keys and buttons as they were sent.');
      return;
    }
    await clock.sleep(lookAgainMs, signal);
  }
};

/** macOS gives the keys of programs to nobody while a password field or a terminal keeps the keyboard to itself. */
const requireOpenKeyboard = ({ isKeyboardSecured }: MacosInputParts): void => {
  if (!isKeyboardSecured()) return;
  throw new DesktopError(
    'input_blocked',
    'A program has secure keyboard entry on, as password fields and some terminals do, and macOS drops the keys of ' +
      'other programs meanwhile. Let the person there type, or click into another field.',
  );
};

/** Raw input through CGEvents. Layout, displays and what is held are read before each use. */
export const createMacosInputPort = (parts: MacosInputParts): InputPort => {
  const { poster, state, keyboard, layout, permissions, onNotice } = parts;
  const sender = createEventSender({ poster, state });

  const find = (point: DevicePoint) => {
    const found = findDisplay(layout.placed(), point);
    if (found) return found;
    throw new DesktopError('no_targets', 'No display is connected any more.');
  };
  const locate = (point: DevicePoint): DevicePoint => {
    const found = find(point);
    layout.requireUnchanged(found.on);
    return toDesktopPoint(found.on, found.point);
  };

  /** macOS takes no notice of events of a program that lost the permission, and says nothing. */
  const requirePermission = (): void => permissions.require('accessibility');

  return {
    layout: async () => {
      requirePermission();
      return layout.read();
    },
    resolveButton: (button) => answer(() => ({ kind: 'button', code: buttonCode(button), name: button })),
    resolveChord: async (keys) => {
      requirePermission();
      requireOpenKeyboard(parts);
      await layout.read();
      return keyboard.withCurrentLayout((current) => resolveChord({ layout: current, onNotice }, keys));
    },
    resolveModifiers: (modifiers) =>
      answer(() => modifiers.map((name): RawInput => ({ kind: 'key', code: modifierKeys[name].left, name }))),
    held: async () => {
      requirePermission();
      await layout.read();
      const now = readHeld(state);
      if (now.buttons.length === 0 && now.modifiers.length === 0) sender.forgetPresses();
      return now;
    },
    move: (point) => sender.moveTo(locate(point)),
    press: (input) => sender.press(input),
    release: (input) => sender.release(input),
    flush: async () => {
      requirePermission();
      await settle(sender, parts);
    },
    pixelScroll: {
      split: (distance, point) => splitScroll(distance, find(point).on.scale),
      send: (part) => sender.scrollBy(part),
    },
    text: {
      betweenPiecesMs,
      split: textPieces,
      send: (piece) => {
        // A Tab may have led from one field into a password field.
        requireOpenKeyboard(parts);
        sender.type(piece);
      },
    },
  };
};
