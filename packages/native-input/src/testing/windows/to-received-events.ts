import type { DevicePoint, PointerButton } from '../../desktop.ts';
import type { ReceivedEvent } from '../received-event.ts';
import type { WindowMessage } from './window-message.ts';

const punctuation: Readonly<Record<number, string>> = {
  ...{ 0xba: ';', 0xbb: '=', 0xbc: ',', 0xbd: '-', 0xbe: '.', 0xbf: '/' },
  ...{ 0xc0: '`', 0xdb: '[', 0xdc: '\\', 0xdd: ']', 0xde: "'" },
};
const otherKeys: Readonly<Record<number, string>> = {
  ...{ 0x08: 'backspace', 0x09: 'tab', 0x0d: 'enter', 0x10: 'shift', 0x11: 'control', 0x12: 'alt' },
  ...{ 0x1b: 'escape', 0x20: 'space', 0x21: 'page_up', 0x22: 'page_down', 0x23: 'end', 0x24: 'home' },
  ...{ 0x25: 'left', 0x26: 'up', 0x27: 'right', 0x28: 'down', 0x2e: 'delete', 0x5b: 'meta' },
};
const packetKey = 0xe7;
const firstFunctionKey = 0x70;
const lastFunctionKey = 0x7b;

/** The name of a virtual key on the wire, as on a keyboard of the United States. */
const keyName = (virtualKey: number): string => {
  const isFunctionKey = virtualKey >= firstFunctionKey && virtualKey <= lastFunctionKey;
  if (isFunctionKey) return `f${virtualKey - firstFunctionKey + 1}`;
  const named = otherKeys[virtualKey] ?? punctuation[virtualKey];
  return named ?? String.fromCharCode(virtualKey).toLowerCase();
};

const signed = (word: number): number => (word << 16) >> 16;
const pointOf = ({ lParam }: WindowMessage): DevicePoint => ({
  x: signed(lParam),
  y: signed(lParam >>> 16),
});

type ButtonMeaning = readonly [kind: 'button_down' | 'button_up', button?: PointerButton];

/** The second press of a double click has a message of its own. */
const buttons: Readonly<Record<number, ButtonMeaning>> = {
  ...{ 0x201: ['button_down', 'left'], 0x202: ['button_up', 'left'], 0x203: ['button_down', 'left'] },
  ...{ 0x204: ['button_down', 'right'], 0x205: ['button_up', 'right'], 0x206: ['button_down', 'right'] },
  ...{ 0x207: ['button_down', 'middle'], 0x208: ['button_up', 'middle'], 0x209: ['button_down', 'middle'] },
  ...{ 0x20b: ['button_down'], 0x20c: ['button_up'], 0x20d: ['button_down'] },
};
const xButton = ({ wParam }: WindowMessage): PointerButton => (wParam >>> 16 === 1 ? 'back' : 'forward');

/** One message can be several steps of the wheel. */
const wheelSteps = ({ wParam }: WindowMessage): number => signed(wParam >>> 16) / 120;

const wheelEvents = (message: WindowMessage): ReceivedEvent[] => {
  const steps = wheelSteps(message);
  const [up, down] =
    message.message === 0x20a
      ? (['wheel_up', 'wheel_down'] as const)
      : (['wheel_right', 'wheel_left'] as const);
  const event = { kind: 'wheel', direction: steps > 0 ? up : down, point: pointOf(message) } as const;
  return Array.from({ length: Math.abs(steps) }, () => event);
};

const toEvents = (message: WindowMessage): ReceivedEvent[] => {
  const [kind, button = xButton(message)] = buttons[message.message] ?? [];
  if (kind) return [{ kind, button, point: pointOf(message) }];
  switch (message.message) {
    case 0x200:
      return [{ kind: 'motion', point: pointOf(message) }];
    case 0x20a:
    case 0x20e:
      return wheelEvents(message);
    case 0x100:
    case 0x104:
      // The key of a character that no key gives.
      if (message.wParam === packetKey) return [];
      return [{ kind: 'key_down', key: keyName(message.wParam) }];
    case 0x101:
    case 0x105:
      if (message.wParam === packetKey) return [];
      return [{ kind: 'key_up', key: keyName(message.wParam) }];
    default:
      return [];
  }
};

const isSamePlace = (event: ReceivedEvent, before: ReceivedEvent | undefined): boolean =>
  event.kind === 'motion' &&
  before?.kind === 'motion' &&
  event.point.x === before.point.x &&
  event.point.y === before.point.y;

/** What the window received, in the words that every desktop shares. */
export const toReceivedEvents = (messages: readonly WindowMessage[]): ReceivedEvent[] =>
  // Windows tells a window of the pointer also when it only looks anew where it is.
  messages.flatMap(toEvents).filter((event, index, events) => !isSamePlace(event, events[index - 1]));

/** The characters that came, as UTF-16 units in which a pair is two messages. */
export const toText = (messages: readonly WindowMessage[]): string =>
  messages
    .flatMap(({ message, wParam }) => (message === 0x102 ? [String.fromCharCode(wParam)] : []))
    .join('');

/** A key by its place on the keyboard, since both Shift keys have one virtual key. */
const pressedThing = (message: WindowMessage): readonly [thing: string, isDown: boolean] | undefined => {
  const [event] = toEvents(message);
  switch (event?.kind) {
    case 'button_down':
    case 'button_up':
      return [`button ${event.button}`, event.kind === 'button_down'];
    case 'key_down':
    case 'key_up':
      return [`key ${(message.lParam >>> 16) & 0x1ff}`, event.kind === 'key_down'];
    default:
      return undefined;
  }
};

/** How many keys and buttons the window was told are down and not that they are up. */
export const countDown = (messages: readonly WindowMessage[]): number => {
  const down = new Set<string>();
  for (const message of messages) {
    const [thing, isDown] = pressedThing(message) ?? [];
    if (thing === undefined) continue;
    if (isDown) down.add(thing);
    else down.delete(thing);
  }
  return down.size;
};
