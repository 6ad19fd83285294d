import type { DeviceArea, DevicePoint } from '../desktop.ts';
import type { LogicalButton } from '../input-port.ts';
import type { HeldPress } from '../press-journal.ts';
import type { InputEvent } from './bindings/send-input.ts';
import { fromPressCode } from './keymap/press-code.ts';
import { extendedKey, virtualKeys } from './keymap/virtual-keys.ts';

/** The flags of MOUSEINPUT and KEYBDINPUT. */
const mouse = { move: 0x0001, noCoalesce: 0x2000, virtualDesktop: 0x4000, absolute: 0x8000 } as const;
const keyboard = { extended: 0x0001, up: 0x0002, unicode: 0x0004, scanCode: 0x0008 } as const;
const wheelStep = 120;

type MouseEvent = Extract<InputEvent, { kind: 'mouse' }>;

type ButtonEvents = {
  readonly down: number;
  /** A wheel has none: it has no state. */
  readonly up?: number;
  readonly data?: number;
  readonly virtualKey?: number;
};

/** By the code of a press. The buttons are the physical ones, before SwapMouseButtons. */
const buttonEvents: ReadonlyMap<number, ButtonEvents> = new Map([
  [1, { down: 0x0002, up: 0x0004, virtualKey: virtualKeys.leftButton }],
  [2, { down: 0x0008, up: 0x0010, virtualKey: virtualKeys.rightButton }],
  [3, { down: 0x0020, up: 0x0040, virtualKey: virtualKeys.middleButton }],
  [4, { down: 0x0080, up: 0x0100, data: 1, virtualKey: virtualKeys.backButton }],
  [5, { down: 0x0080, up: 0x0100, data: 2, virtualKey: virtualKeys.forwardButton }],
  [6, { down: 0x0800, data: wheelStep }],
  [7, { down: 0x0800, data: -wheelStep }],
  [8, { down: 0x1000, data: -wheelStep }],
  [9, { down: 0x1000, data: wheelStep }],
]);

const buttonCodes: Readonly<Record<LogicalButton, number>> = {
  left: 1,
  right: 2,
  middle: 3,
  back: 4,
  forward: 5,
  wheel_up: 6,
  wheel_down: 7,
  wheel_left: 8,
  wheel_right: 9,
};

/** The code of the button that acts as this one. */
export const buttonCode = (button: LogicalButton, areSwapped: boolean): number => {
  if (!areSwapped) return buttonCodes[button];
  if (button === 'left') return buttonCodes.right;
  return button === 'right' ? buttonCodes.left : buttonCodes[button];
};

/** What GetAsyncKeyState knows a press by; undefined for what cannot be down. */
export const pressedVirtualKey = ({ kind, code }: HeldPress): number | undefined =>
  kind === 'key' ? fromPressCode(code).virtualKey : buttonEvents.get(code)?.virtualKey;

/** Windows maps back with `at * size / 65536`, which meets the middle of the pixel. */
const normalised = (at: number, start: number, size: number): number =>
  Math.floor(((at - start) * 65_536 + 32_768) / size);

/** A move to a point of the virtual desktop, which all monitors together make up. */
export const moveEvent = ({ x, y }: DevicePoint, desktop: DeviceArea): MouseEvent => ({
  kind: 'mouse',
  x: normalised(x, desktop.x, desktop.width),
  y: normalised(y, desktop.y, desktop.height),
  data: 0,
  flags: mouse.move | mouse.absolute | mouse.virtualDesktop | mouse.noCoalesce,
});

/** The same event of a button or wheel after that move, and nothing of anybody in between. */
export const withMove = (event: InputEvent, move: MouseEvent): InputEvent =>
  event.kind === 'key' ? event : { ...move, data: event.data, flags: event.flags | move.flags };

const buttonEvent = (code: number, action: 'press' | 'release'): readonly InputEvent[] => {
  const events = buttonEvents.get(code);
  const flags = action === 'press' ? events?.down : events?.up;
  if (flags === undefined) return [];
  return [{ kind: 'mouse', x: 0, y: 0, data: events?.data ?? 0, flags }];
};

/** Windows takes the scan code and has its layout find the virtual key; Wine takes both as they are given. */
const keyEvent = (code: number, action: 'press' | 'release'): InputEvent => {
  const { virtualKey, scanCode } = fromPressCode(code);
  const extended = (scanCode & extendedKey) === 0 ? 0 : keyboard.extended;
  const up = action === 'press' ? 0 : keyboard.up;
  return { kind: 'key', virtualKey, scanCode: scanCode & 0xff, flags: keyboard.scanCode | extended | up };
};

export const pressEvents = ({ kind, code }: HeldPress, action: 'press' | 'release'): readonly InputEvent[] =>
  kind === 'key' ? [keyEvent(code, action)] : buttonEvent(code, action);

/** Press and release of each UTF-16 unit. */
export const textEvents = (text: string): readonly InputEvent[] =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).flatMap((unit) =>
    [keyboard.unicode, keyboard.unicode | keyboard.up].map((flags): InputEvent => ({
      kind: 'key',
      virtualKey: 0,
      scanCode: unit,
      flags,
    })),
  );
