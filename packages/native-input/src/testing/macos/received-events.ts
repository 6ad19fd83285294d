import type { DevicePoint, PointerButton } from '../../desktop.ts';
import type { ReceivedEvent } from '../received-event.ts';
import type { MacosEvent } from './bindings/double.ts';

const buttons = ['left', 'right', 'middle', 'back', 'forward'] as const satisfies readonly PointerButton[];

/** The keys of a US keyboard by their key codes, from Apple's table and not from the one under test. */
const usKeys = [
  ...['a', 's', 'd', 'f', 'h', 'g', 'z', 'x', 'c', 'v', '', 'b', 'q', 'w', 'e', 'r', 'y', 't', '1', '2'],
  ...['3', '4', '6', '5', '=', '9', '7', '-', '8', '0', ']', 'o', 'u', '[', 'i', 'p', 'enter', 'l', 'j'],
  ...["'", 'k', ';', '\\', ',', '/', 'n', 'm', '.', 'tab', 'space', '`', 'backspace', '', 'escape'],
];
const otherKeys: Readonly<Record<number, string>> = {
  ...{ 55: 'meta', 56: 'shift', 58: 'alt', 59: 'control', 115: 'home', 116: 'page_up', 117: 'delete' },
  ...{ 119: 'end', 121: 'page_down', 123: 'left', 124: 'right', 125: 'down', 126: 'up', 122: 'f1' },
  ...{ 120: 'f2', 99: 'f3', 118: 'f4', 96: 'f5', 97: 'f6', 98: 'f7', 100: 'f8', 101: 'f9', 109: 'f10' },
  ...{ 103: 'f11', 111: 'f12' },
};
const flagOfModifier: Readonly<Record<string, number>> = {
  shift: 0x2_0000,
  control: 0x4_0000,
  alt: 0x8_0000,
  meta: 0x10_0000,
};

const keyNameOf = (keyCode: number): string => usKeys[keyCode] || (otherKeys[keyCode] ?? `key ${keyCode}`);

export const keyCodeOf = (name: string): number => {
  const index = usKeys.indexOf(name);
  const other = Object.entries(otherKeys).find(([, known]) => known === name)?.[0];
  return index >= 0 ? index : Number(other ?? 0xff);
};

export const buttonNumberOf = (button: PointerButton): number => buttons.indexOf(button);

const wheelEvents = ({ vertical, horizontal }: MacosEvent, point: DevicePoint): readonly ReceivedEvent[] => [
  ...Array.from({ length: Math.abs(vertical) }, (): ReceivedEvent => ({
    kind: 'wheel',
    direction: vertical > 0 ? 'wheel_up' : 'wheel_down',
    point,
  })),
  ...Array.from({ length: Math.abs(horizontal) }, (): ReceivedEvent => ({
    kind: 'wheel',
    direction: horizontal > 0 ? 'wheel_left' : 'wheel_right',
    point,
  })),
];

/** CGScrollEventUnit kCGScrollEventUnitLine. */
const linesUnit = 1;

const pixelScroll = (
  { vertical, horizontal }: MacosEvent,
  point: DevicePoint,
  toPixels: (point: DevicePoint) => DevicePoint,
): ReceivedEvent => {
  const [origin, way] = [toPixels({ x: 0, y: 0 }), toPixels({ x: -horizontal, y: -vertical })];
  return { kind: 'pixel_scroll', deltaX: way.x - origin.x, deltaY: way.y - origin.y, point };
};

const buttonEvent = (event: MacosEvent, point: DevicePoint): ReceivedEvent => {
  const isDown = [1, 3, 25].includes(event.type);
  const button = buttons[event.button] ?? 'left';
  return { kind: isDown ? 'button_down' : 'button_up', button, point };
};

/** What the event is to a program; `toPixels` tells what the program counts in. */
export const toReceivedEvents = (
  event: MacosEvent,
  toPixels: (point: DevicePoint) => DevicePoint,
): readonly ReceivedEvent[] => {
  const point = toPixels({ x: event.x, y: event.y });
  const key = keyNameOf(event.key);
  switch (event.type) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 25:
    case 26:
      return [buttonEvent(event, point)];
    case 5:
    case 6:
    case 7:
    case 27:
      return [{ kind: 'motion', point }];
    case 10:
    case 11:
      return [{ kind: event.type === 10 ? 'key_down' : 'key_up', key }];
    case 12: {
      const isDown = (event.flags & (flagOfModifier[key] ?? 0)) !== 0;
      return [{ kind: isDown ? 'key_down' : 'key_up', key }];
    }
    case 22:
      return event.unit === linesUnit ? wheelEvents(event, point) : [pixelScroll(event, point, toPixels)];
    default:
      throw new Error(`No program gets events of the type ${event.type}.`);
  }
};

const commandFlags = 0x4_0000 | 0x10_0000;

/** The text that a key press gives a program: none while Control or Command make a command of it. */
export const typedText = ({ type, flags, text }: MacosEvent): string =>
  type === 10 && (flags & commandFlags) === 0 ? String.fromCharCode(...text) : '';
