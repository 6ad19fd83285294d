import type { PointerButton } from '../../desktop.ts';
import type { WheelDirection } from '../../input-port.ts';
import { keyNames } from '../../key-names.ts';
import type { ReceivedEvent } from '../received-event.ts';
import type { TkEvent } from './start-tk-recorder.ts';

const tkKeysyms: Readonly<Record<string, string>> = {
  '`': 'grave',
  '-': 'minus',
  '=': 'equal',
  '[': 'bracketleft',
  ']': 'bracketright',
  '\\': 'backslash',
  ';': 'semicolon',
  "'": 'apostrophe',
  ',': 'comma',
  '.': 'period',
  '/': 'slash',
  enter: 'Return',
  tab: 'Tab',
  backspace: 'BackSpace',
  escape: 'Escape',
  delete: 'Delete',
  meta: 'Super_L',
  shift: 'Shift_L',
  alt: 'Alt_L',
  control: 'Control_L',
  home: 'Home',
  end: 'End',
  page_up: 'Prior',
  page_down: 'Next',
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
};

/** The X name of a key, which Tk and xdotool know it by. */
export const xKeyName = (key: string): string =>
  tkKeysyms[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key);

const wireName = (keysym: string): string => keyNames.find((key) => xKeyName(key) === keysym) ?? keysym;

const shiftState = 1;

/** Tk shows the horizontal wheel as the vertical one with Shift. */
const wheelDirection = ({ button, state }: TkEvent): WheelDirection | undefined => {
  const isHorizontal = (state & shiftState) !== 0;
  if (button === 4) return isHorizontal ? 'wheel_left' : 'wheel_up';
  if (button === 5) return isHorizontal ? 'wheel_right' : 'wheel_down';
  return undefined;
};

const buttonNames: ReadonlyMap<number, PointerButton> = new Map([
  [1, 'left'],
  [2, 'middle'],
  [3, 'right'],
  [8, 'back'],
  [9, 'forward'],
]);

const buttonEvents = (event: TkEvent, kind: 'button_down' | 'button_up'): ReceivedEvent[] => {
  const point = { x: event.x, y: event.y };
  const button = buttonNames.get(event.button);
  if (button) return [{ kind, button, point }];
  const direction = wheelDirection(event);
  return direction && kind === 'button_down' ? [{ kind: 'wheel', direction, point }] : [];
};

/** What the recorder saw, in the words that every desktop shares. */
export const toReceivedEvents = (events: readonly TkEvent[]): ReceivedEvent[] =>
  events.flatMap((event): ReceivedEvent[] => {
    switch (event.kind) {
      case 'motion':
        return [{ kind: 'motion', point: { x: event.x, y: event.y } }];
      case 'button_down':
      case 'button_up':
        return buttonEvents(event, event.kind);
      case 'key_down':
      case 'key_up':
        return [{ kind: event.kind, key: wireName(event.keysym) }];
      default:
        return [];
    }
  });
