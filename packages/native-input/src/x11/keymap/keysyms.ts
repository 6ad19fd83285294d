/** X keysyms of the named keys. A character's keysym is its code point, as for all of Latin-1. */
const namedKeysyms: ReadonlyMap<string, number> = new Map([
  ['enter', 0xff0d],
  ['tab', 0xff09],
  ['space', 0x20],
  ['backspace', 0xff08],
  ['escape', 0xff1b],
  ['delete', 0xffff],
  ['meta', 0xffeb],
  ['shift', 0xffe1],
  ['alt', 0xffe9],
  ['control', 0xffe3],
  ['home', 0xff50],
  ['left', 0xff51],
  ['up', 0xff52],
  ['right', 0xff53],
  ['down', 0xff54],
  ['page_up', 0xff55],
  ['page_down', 0xff56],
  ['end', 0xff57],
  ...Array.from({ length: 12 }, (_, index): [string, number] => [`f${index + 1}`, 0xffbe + index]),
]);

/** Keysyms of the keys that hold a level while they are down. */
export const levelShiftKeysyms: readonly number[] = [
  0xffe1, // Shift_L
  0xffe2, // Shift_R
  0xfe03, // ISO_Level3_Shift
  0xfe11, // ISO_Level5_Shift
  0xff7e, // Mode_switch
];

export const keysymOf = (key: string): number | undefined =>
  namedKeysyms.get(key) ?? (key.length === 1 ? key.codePointAt(0) : undefined);
