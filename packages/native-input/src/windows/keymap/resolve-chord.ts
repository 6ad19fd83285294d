import { DesktopError } from '../../desktop-error.ts';
import type { RawInput } from '../../input-port.ts';
import { isCharacter, isLetter, isModifier } from '../../key-names.ts';
import { shiftStates } from './keyboard-layout.ts';
import type { KeyboardLayout, LayoutKey } from './keyboard-layout.ts';
import { toPressCode } from './press-code.ts';
import { usPosition } from './us-positions.ts';
import { altGr, namedKey } from './virtual-keys.ts';
import type { WindowsKey } from './virtual-keys.ts';

export type ChordSource = {
  readonly layout: KeyboardLayout;
  readonly isCapsLockOn: boolean;
  readonly onNotice: (message: string) => void;
};

/** A key and the modifiers, as bits of a shift state, that select the wanted character on it. */
type Found = { readonly key: WindowsKey; readonly shiftState: number };
type Resolved = { readonly input: RawInput; readonly shiftState: number };

const { shift, control, alt } = shiftStates;
const altGrState = control | alt;
const pressableStates = [0, shift, altGrState, altGrState | shift];

/** What these give depends on NumLock. */
const isOnNumberPad = (virtualKey: number): boolean => virtualKey >= 0x60 && virtualKey <= 0x6f;

/**
 * The modifiers that make the key give its sign alone; undefined when it would begin an accent. On some keys, such as
 * the digits of the French layout, CapsLock does what Shift does, so that Shift undoes it.
 */
const stateForText = (
  { layout, isCapsLockOn }: ChordSource,
  key: string,
  { virtualKey, shiftState }: LayoutKey,
): number | undefined => {
  const outputUnder = (state: number) => layout.outputOf({ virtualKey, shiftState: state }, isCapsLockOn);
  const other = shiftState ^ shift;
  const isTurned = outputUnder(shiftState).text !== key && outputUnder(other).text === key;
  const needed = isCapsLockOn && !isLetter(key) && isTurned ? other : shiftState;
  return outputUnder(needed).isDead ? undefined : needed;
};

/** Programs know a command by its virtual key, which is the digit itself also where the layout needs Shift for it. */
const stateForCommand = (key: string, { virtualKey, shiftState }: LayoutKey): number =>
  virtualKey === key.codePointAt(0) ? 0 : shiftState;

const findCharacter = (source: ChordSource, key: string, isCommand: boolean): Found | undefined => {
  const { layout } = source;
  const found = layout.findCharacter(key);
  if (!found || isOnNumberPad(found.virtualKey) || !pressableStates.includes(found.shiftState))
    return undefined;
  const scanCode = layout.scanCodeOf(found.virtualKey);
  const shiftState = isCommand ? stateForCommand(key, found) : stateForText(source, key, found);
  if (scanCode === 0 || shiftState === undefined) return undefined;
  return { key: { virtualKey: found.virtualKey, scanCode }, shiftState };
};

const findPosition = ({ layout, onNotice }: ChordSource, key: string): Found | undefined => {
  const scanCode = usPosition(key);
  if (scanCode === undefined) return undefined;
  onNotice(`The keyboard layout has no ${key}; the key at its place on a US keyboard is pressed.`);
  // Layouts of other scripts have there the virtual key of the Latin letter, which is its capital.
  const virtualKey = layout.virtualKeyAt(scanCode) || key.toUpperCase().charCodeAt(0);
  return { key: { virtualKey, scanCode }, shiftState: 0 };
};

const find = (source: ChordSource, key: string, isCommand: boolean): Found | undefined => {
  const named = namedKey(key);
  if (named) return { key: named, shiftState: 0 };
  return findCharacter(source, key, isCommand) ?? findPosition(source, key);
};

const unavailable = (key: string): DesktopError =>
  new DesktopError(
    'key_unavailable',
    `The keyboard layout in use has no key for "${key}"; choose another key or switch the layout on the desktop.`,
  );

const press = (name: string, key: WindowsKey): RawInput => ({ kind: 'key', code: toPressCode(key), name });

const resolveKeys = (source: ChordSource, keys: readonly string[]): Resolved[] => {
  const isCommand = keys.some((key) => isModifier(key) && key !== 'shift');
  return keys.map((name) => {
    const found = find(source, name, isCommand);
    if (!found) throw unavailable(name);
    return { input: press(name, found.key), shiftState: found.shiftState };
  });
};

const levelKeys: readonly (readonly [bit: number, name: string, key: WindowsKey | undefined])[] = [
  [shift, 'Shift', namedKey('shift')],
  [control, 'Control', namedKey('control')],
  [alt, 'AltGr', altGr],
];

/** The keys for the modifiers that the layout wants and that the chord does not press itself. */
const addedModifiers = (wanted: number, pressed: number): RawInput[] =>
  levelKeys.flatMap(([bit, name, key]) => (key && (wanted & ~pressed & bit) !== 0 ? [press(name, key)] : []));

const stateOf = (keys: readonly string[]): number =>
  (keys.includes('shift') ? shift : 0) |
  (keys.includes('control') ? control : 0) |
  (keys.includes('alt') ? alt : 0);

const requireTogether = (keys: readonly Resolved[]): void => {
  const codes = new Set(keys.map(({ input }) => input.code));
  const characters = keys.filter(({ input }) => isCharacter(input.name));
  const states = new Set(characters.map(({ shiftState }) => shiftState));
  if (codes.size === keys.length && states.size <= 1) return;
  throw new DesktopError(
    'key_unavailable',
    'In the keyboard layout in use these keys exclude each other: they share a key or need different modifiers. Press them one after the other.',
  );
};

/**
 * The keys of a chord in the layout in use, in the order of pressing. With CapsLock on, `a` is still the key that gives
 * a without it, as it is for a person; a sign is what it is named by.
 */
export const resolveChord = (source: ChordSource, keys: readonly string[]): RawInput[] => {
  const resolved = resolveKeys(source, keys);
  requireTogether(resolved);
  const inputs = resolved.map(({ input }) => input);
  const wanted = resolved.reduce((bits, { shiftState }) => bits | shiftState, 0);
  const added = addedModifiers(wanted, stateOf(keys));
  const firstOther = keys.findIndex((key) => !isModifier(key));
  const cut = firstOther < 0 ? inputs.length : firstOther;
  return [...inputs.slice(0, cut), ...added, ...inputs.slice(cut)];
};
