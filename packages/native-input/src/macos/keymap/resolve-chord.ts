import { DesktopError } from '../../desktop-error.ts';
import type { RawInput } from '../../input-port.ts';
import { isCharacter, isLetter, isModifier } from '../../key-names.ts';
import { layoutModifiers } from './keyboard-layout.ts';
import type { KeyboardLayout } from './keyboard-layout.ts';
import { usPosition } from './us-positions.ts';
import { characterKeys, modifierKeys, namedKey } from './virtual-keys.ts';

export type ChordSource = {
  /** Undefined where the layout in use has no table that could be read. */
  readonly layout: KeyboardLayout | undefined;
  readonly onNotice: (message: string) => void;
};

/** A key and the modifiers, as the layout counts them, that select the wanted character on it. */
type Found = { readonly keyCode: number; readonly modifiers: number };
type Resolved = { readonly input: RawInput; readonly modifiers: number };

const { command, shift, option } = layoutModifiers;
/** The fewest modifiers come first. */
const pressableLevels = [0, shift, option, shift | option];

const findCharacter = (layout: KeyboardLayout, character: string, fixed: number): Found | undefined => {
  for (const modifiers of pressableLevels) {
    const keyCode = characterKeys.find((code) => layout.outputOf(code, modifiers | fixed) === character);
    if (keyCode !== undefined) return { keyCode, modifiers };
  }
  return undefined;
};

/**
 * Some layouts have other characters while Command is down, mostly Latin ones for shortcuts: there a shortcut is found
 * among those first, as a person would press it.
 */
const findInLayout = (layout: KeyboardLayout, key: string, withCommand: boolean): Found | undefined =>
  (withCommand ? findCharacter(layout, key, command) : undefined) ?? findCharacter(layout, key, 0);

const findPosition = ({ onNotice }: ChordSource, key: string): Found | undefined => {
  const keyCode = isLetter(key) ? usPosition(key) : undefined;
  if (keyCode === undefined) return undefined;
  onNotice(`The keyboard layout has no ${key}; the key at its place on a US keyboard is pressed.`);
  return { keyCode, modifiers: 0 };
};

const resolveKey = (source: ChordSource, key: string, withCommand: boolean): Resolved => {
  const named = namedKey(key);
  if (named !== undefined) return { input: { kind: 'key', code: named, name: key }, modifiers: 0 };
  const inLayout = source.layout && findInLayout(source.layout, key, withCommand);
  const found = inLayout ?? findPosition(source, key);
  if (found) {
    return { input: { kind: 'key', code: found.keyCode, name: key }, modifiers: found.modifiers };
  }
  throw new DesktopError(
    'key_unavailable',
    `The keyboard layout in use has no key for "${key}"; choose another key or switch the layout on the desktop.`,
  );
};

const requireTogether = (keys: readonly Resolved[]): void => {
  const codes = new Set(keys.map(({ input }) => input.code));
  const characters = keys.filter(({ input }) => isCharacter(input.name));
  const levels = new Set(characters.map(({ modifiers }) => modifiers));
  if (codes.size === keys.length && levels.size <= 1) return;
  throw new DesktopError(
    'key_unavailable',
    'In the keyboard layout in use these keys exclude each other: they share a key or need different modifiers. Press them one after the other.',
  );
};

const added = (keys: readonly string[], wanted: number): RawInput[] =>
  (['alt', 'shift'] as const)
    .filter((name) => (wanted & (name === 'alt' ? option : shift)) !== 0 && !keys.includes(name))
    .map((name) => ({ kind: 'key', code: modifierKeys[name].left, name }));

/**
 * The keys of a chord in the layout in use, in the order of pressing. CapsLock is disregarded: with it on, `a` is still
 * the key that gives a without it, as it is for a person.
 */
export const resolveChord = (source: ChordSource, keys: readonly string[]): RawInput[] => {
  const withCommand = keys.includes('meta');
  const resolved = keys.map((key) => resolveKey(source, key, withCommand));
  requireTogether(resolved);
  const inputs = resolved.map(({ input }) => input);
  const wanted = resolved.reduce((bits, { modifiers }) => bits | modifiers, 0);
  const firstOther = inputs.findIndex(({ name }) => !isModifier(name));
  const cut = firstOther < 0 ? inputs.length : firstOther;
  return [...inputs.slice(0, cut), ...added(keys, wanted), ...inputs.slice(cut)];
};
