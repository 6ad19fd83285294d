import type { DevicePoint, PointerButton } from '../desktop.ts';
import type { TestWindowEvent } from '../test-window.ts';

/** A message to a window. */
export type WindowMessage = {
  readonly message: number;
  /** The lower 32 bits, unsigned; `lParam` likewise. */
  readonly wParam: number;
  readonly lParam: number;
  /** Where the pointer was on the desktop, as GetMessagePos packs it. */
  readonly position: number;
};

type ButtonRow = readonly [
  kind: 'button_down' | 'button_up' | 'double_click',
  button: PointerButton | 'side',
];

const buttonMessages: ReadonlyMap<number, ButtonRow> = new Map([
  [0x201, ['button_down', 'left']],
  [0x202, ['button_up', 'left']],
  [0x203, ['double_click', 'left']],
  [0x204, ['button_down', 'right']],
  [0x205, ['button_up', 'right']],
  [0x206, ['double_click', 'right']],
  [0x207, ['button_down', 'middle']],
  [0x208, ['button_up', 'middle']],
  [0x209, ['double_click', 'middle']],
  [0x20b, ['button_down', 'side']],
  [0x20c, ['button_up', 'side']],
  [0x20d, ['double_click', 'side']],
]);

const move = 0x200;
const wheel = 0x20a;
const horizontalWheel = 0x20e;
const wheelStep = 120;
const keyMessages: ReadonlyMap<number, 'key_down' | 'key_up'> = new Map([
  [0x100, 'key_down'],
  [0x101, 'key_up'],
  [0x104, 'key_down'],
  [0x105, 'key_up'],
]);
/** In `lParam`: the key is one of the grey ones. */
const extendedBit = 1 << 24;

const namedKeys: ReadonlyMap<number, string> = new Map([
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0d, 'enter'],
  [0x10, 'shift'],
  [0x11, 'control'],
  [0x12, 'alt'],
  [0x1b, 'escape'],
  [0x20, 'space'],
]);
/** Those that the numeric pad has, too, without the extended bit. */
const greyKeys: ReadonlyMap<number, string> = new Map([
  [0x21, 'page_up'],
  [0x22, 'page_down'],
  [0x23, 'end'],
  [0x24, 'home'],
  [0x25, 'left'],
  [0x26, 'up'],
  [0x27, 'right'],
  [0x28, 'down'],
  [0x2e, 'delete'],
]);

const signedLow = (word: number): number => (word << 16) >> 16;
const signedHigh = (word: number): number => word >> 16;
const pointOf = (packed: number): DevicePoint => ({ x: signedLow(packed), y: signedHigh(packed) });

const keyName = ({ wParam, lParam }: WindowMessage): string => {
  const grey = greyKeys.get(wParam);
  if (grey !== undefined) return (lParam & extendedBit) === 0 ? `${grey} of the numeric pad` : grey;
  const isLetterOrDigit = (wParam >= 0x30 && wParam <= 0x39) || (wParam >= 0x41 && wParam <= 0x5a);
  if (isLetterOrDigit) return String.fromCharCode(wParam).toLowerCase();
  return namedKeys.get(wParam) ?? `virtual key ${wParam}`;
};

const buttonEvents = (
  [kind, which]: ButtonRow,
  { wParam }: WindowMessage,
  point: DevicePoint,
): readonly TestWindowEvent[] => {
  const side = signedHigh(wParam) === 1 ? 'back' : 'forward';
  const event = { kind, button: which === 'side' ? side : which, point };
  return kind === 'double_click' ? [{ ...event, kind: 'button_down' }, event] : [event];
};

/** Not by `lParam`, which Windows and Wine fill differently for the horizontal wheel. */
const wheelEvents = ({ message, wParam, position }: WindowMessage): readonly TestWindowEvent[] => {
  const steps = Math.trunc(signedHigh(wParam) / wheelStep);
  const [positive, negative] =
    message === wheel ? (['wheel_up', 'wheel_down'] as const) : (['wheel_right', 'wheel_left'] as const);
  const direction = steps > 0 ? positive : negative;
  return Array.from({ length: Math.abs(steps) }, () => ({
    kind: 'wheel',
    direction,
    point: pointOf(position),
  }));
};

/** What a message tells of input. `inside` is where the window's inside begins on the desktop. */
export const readWindowMessage = (
  message: WindowMessage,
  inside: DevicePoint,
): readonly TestWindowEvent[] => {
  const { x, y } = pointOf(message.lParam);
  const point = { x: inside.x + x, y: inside.y + y };
  const button = buttonMessages.get(message.message);
  if (button) return buttonEvents(button, message, point);
  const key = keyMessages.get(message.message);
  if (key) return [{ kind: key, key: keyName(message) }];
  switch (message.message) {
    case move:
      return [{ kind: 'motion', point }];
    case wheel:
    case horizontalWheel:
      return wheelEvents(message);
    default:
      return [];
  }
};
