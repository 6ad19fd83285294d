/**
 * A key as Windows numbers it. `scanCode` is its place on the keyboard (set 1), with `extendedKey` for the grey keys
 * that an E0 precedes; `virtualKey` is what the layout makes of it.
 */
export type WindowsKey = { readonly virtualKey: number; readonly scanCode: number };

export const extendedKey = 0x100;

export const virtualKeys = {
  leftButton: 0x01,
  rightButton: 0x02,
  middleButton: 0x04,
  backButton: 0x05,
  forwardButton: 0x06,
  shift: 0x10,
  control: 0x11,
  alt: 0x12,
  capsLock: 0x14,
  leftMeta: 0x5b,
  rightMeta: 0x5c,
  numLock: 0x90,
  leftShift: 0xa0,
  rightShift: 0xa1,
  leftControl: 0xa2,
  rightControl: 0xa3,
  leftAlt: 0xa4,
  rightAlt: 0xa5,
} as const;

/** The keys that are at the same place in every layout. */
const namedKeys: ReadonlyMap<string, WindowsKey> = new Map([
  ['enter', { virtualKey: 0x0d, scanCode: 0x1c }],
  ['tab', { virtualKey: 0x09, scanCode: 0x0f }],
  ['space', { virtualKey: 0x20, scanCode: 0x39 }],
  ['backspace', { virtualKey: 0x08, scanCode: 0x0e }],
  ['escape', { virtualKey: 0x1b, scanCode: 0x01 }],
  ['delete', { virtualKey: 0x2e, scanCode: 0x53 | extendedKey }],
  ['meta', { virtualKey: virtualKeys.leftMeta, scanCode: 0x5b | extendedKey }],
  ['shift', { virtualKey: virtualKeys.leftShift, scanCode: 0x2a }],
  ['alt', { virtualKey: virtualKeys.leftAlt, scanCode: 0x38 }],
  ['control', { virtualKey: virtualKeys.leftControl, scanCode: 0x1d }],
  ['home', { virtualKey: 0x24, scanCode: 0x47 | extendedKey }],
  ['left', { virtualKey: 0x25, scanCode: 0x4b | extendedKey }],
  ['up', { virtualKey: 0x26, scanCode: 0x48 | extendedKey }],
  ['right', { virtualKey: 0x27, scanCode: 0x4d | extendedKey }],
  ['down', { virtualKey: 0x28, scanCode: 0x50 | extendedKey }],
  ['page_up', { virtualKey: 0x21, scanCode: 0x49 | extendedKey }],
  ['page_down', { virtualKey: 0x22, scanCode: 0x51 | extendedKey }],
  ['end', { virtualKey: 0x23, scanCode: 0x4f | extendedKey }],
  ...Array.from({ length: 10 }, (_, index): [string, WindowsKey] => [
    `f${index + 1}`,
    { virtualKey: 0x70 + index, scanCode: 0x3b + index },
  ]),
  ['f11', { virtualKey: 0x7a, scanCode: 0x57 }],
  ['f12', { virtualKey: 0x7b, scanCode: 0x58 }],
]);

export const altGr: WindowsKey = { virtualKey: virtualKeys.rightAlt, scanCode: 0x38 | extendedKey };

export const namedKey = (key: string): WindowsKey | undefined => namedKeys.get(key);
