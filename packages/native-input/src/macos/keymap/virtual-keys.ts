/** HIToolbox/Events.h: kVK_Command, kVK_Shift, kVK_Option, kVK_Control with their right twins, and kVK_Function. */
export const modifierKeys = {
  meta: { left: 0x37, right: 0x36 },
  shift: { left: 0x38, right: 0x3c },
  alt: { left: 0x3a, right: 0x3d },
  control: { left: 0x3b, right: 0x3e },
} as const;
export const functionKey = 0x3f;

/** HIToolbox/Events.h, kVK_…: keys that are the same in every layout. */
const namedKeys: ReadonlyMap<string, number> = new Map([
  ['enter', 0x24],
  ['tab', 0x30],
  ['space', 0x31],
  ['backspace', 0x33],
  ['escape', 0x35],
  ['delete', 0x75],
  ...Object.entries(modifierKeys).map(([name, { left }]): [string, number] => [name, left]),
  ['home', 0x73],
  ['end', 0x77],
  ['page_up', 0x74],
  ['page_down', 0x79],
  ['left', 0x7b],
  ['right', 0x7c],
  ['down', 0x7d],
  ['up', 0x7e],
  ...[0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f].map(
    (code, index): [string, number] => [`f${index + 1}`, code],
  ),
]);

export const namedKey = (name: string): number | undefined => namedKeys.get(name);

/** The name of a key that is the same in every layout, whichever of two twins it is. */
export const nameOfKey = (keyCode: number): string | undefined => {
  const twin = Object.values(modifierKeys).find(({ right }) => right === keyCode);
  return [...namedKeys].find(([, code]) => code === (twin?.left ?? keyCode))?.[0];
};

export const returnKey = 0x24;
export const tabKey = 0x30;

const isWithinKeys = (names: readonly string[], keyCode: number): boolean =>
  names.some((name) => namedKeys.get(name) === keyCode);

const arrows = ['left', 'right', 'up', 'down'];
const functionKeys = [
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
  ...['home', 'end', 'page_up', 'page_down', 'delete'],
];

export const isArrow = (keyCode: number): boolean => isWithinKeys(arrows, keyCode);
/** Keys that macOS counts among its function keys, without their being arrows. */
export const isFunctionKey = (keyCode: number): boolean => isWithinKeys(functionKeys, keyCode);

const keypad = [0x41, 0x43, 0x45, 0x47, 0x4b, 0x4c, 0x4e, 0x51];
const firstKeypadDigit = 0x52;
const lastKeypadDigit = 0x5c;
/** kVK_JIS_Underscore and kVK_JIS_Yen lie beyond the keys that every keyboard has. */
const otherCharacterKeys = [0x5d, 0x5e];
const lastCharacterKey = 0x32;

const isOnKeypad = (keyCode: number): boolean =>
  keypad.includes(keyCode) || (keyCode >= firstKeypadDigit && keyCode <= lastKeypadDigit);

/** Keys that give characters, without those of the keypad, whose characters programs tell from these. */
export const characterKeys: readonly number[] = [
  ...Array.from({ length: lastCharacterKey + 1 }, (_, keyCode) => keyCode),
  ...otherCharacterKeys,
].filter((keyCode) => !isOnKeypad(keyCode) && ![...namedKeys.values()].includes(keyCode));
