import { DesktopError } from '../../desktop-error.ts';
import type { RawInput } from '../../input-port.ts';
import { isCharacter, isLetter, isModifier } from '../../key-names.ts';
import { keysymOf, levelShiftKeysyms } from './keysyms.ts';
import { modifierBits } from './parse-key-map.ts';
import type { KeyGroup, KeyMap, MappedKey } from './parse-key-map.ts';
import { usPosition } from './us-positions.ts';

export type ChordSource = {
  readonly map: KeyMap;
  /** The group that is in effect, as XkbGetState tells it. */
  readonly group: number;
  readonly positions: ReadonlyMap<number, string>;
  readonly onNotice: (message: string) => void;
};

/** A key and the modifiers, as real modifier bits, that select the wanted keysym on it. */
type Resolved = { readonly input: RawInput; readonly modifiers: number };

/** A key that has fewer groups than the layout says itself what a higher group means on it. */
export const effectiveGroup = (
  { groups, groupsOutOfRange }: MappedKey,
  group: number,
): KeyGroup | undefined => {
  if (group < groups.length) return groups[group];
  if (groupsOutOfRange === 'clamp') return groups.at(-1);
  if (groupsOutOfRange === 'wrap') return groups[group % Math.max(1, groups.length)];
  return groups[groupsOutOfRange.redirectTo] ?? groups[0];
};

const unpressable = modifierBits.lock | modifierBits.control | modifierBits.mod2;

const bitCount = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

/** The fewest modifiers that select a level. Locks are never pressed, since that would change them. */
const modifiersFor = ({ type }: KeyGroup, level: number): number | undefined => {
  if (level === 0) return 0;
  const choices = [...type.levels]
    .filter(([mask, selected]) => selected === level && (mask & unpressable) === 0)
    .map(([mask]) => mask)
    .sort((one, other) => bitCount(one) - bitCount(other));
  return choices[0];
};

type Candidate = { readonly keycode: number; readonly level: number; readonly modifiers: number };

const candidatesOn = (key: MappedKey, group: number, keysym: number): Candidate[] => {
  const effective = effectiveGroup(key, group);
  if (!effective) return [];
  return effective.keysyms.flatMap((found, level) => {
    const modifiers = found === keysym ? modifiersFor(effective, level) : undefined;
    return modifiers === undefined ? [] : [{ keycode: key.keycode, level, modifiers }];
  });
};

const findKeysym = ({ map, group }: ChordSource, keysym: number): Candidate | undefined =>
  map.keys
    .flatMap((key) => candidatesOn(key, group, keysym))
    .sort((one, other) => one.level - other.level || one.keycode - other.keycode)[0];

const findPosition = ({ positions, onNotice, map }: ChordSource, key: string): Candidate | undefined => {
  const position = isLetter(key) ? usPosition(key) : undefined;
  const found = map.keys.find(({ keycode }) => position !== undefined && positions.get(keycode) === position);
  if (!found) return undefined;
  onNotice(`The keyboard layout has no ${key}; the key at its place on a US keyboard is pressed.`);
  return { keycode: found.keycode, level: 0, modifiers: 0 };
};

const unavailable = (key: string): DesktopError =>
  new DesktopError(
    'key_unavailable',
    `The keyboard layout in use has no key for "${key}"; choose another key or switch the layout on the desktop.`,
  );

const resolveKey = (source: ChordSource, key: string): Resolved => {
  const keysym = keysymOf(key);
  const found = keysym === undefined ? undefined : (findKeysym(source, keysym) ?? findPosition(source, key));
  if (!found) throw unavailable(key);
  return { input: { kind: 'key', code: found.keycode, name: key }, modifiers: found.modifiers };
};

const levelShiftKey = ({ map }: ChordSource, bit: number): RawInput | undefined => {
  const found = map.keys.find(
    ({ modifiers, groups }) =>
      (modifiers & bit) !== 0 && levelShiftKeysyms.includes(groups[0]?.keysyms[0] ?? 0),
  );
  return found && { kind: 'key', code: found.keycode, name: 'a level shift key' };
};

/** The keys for the modifiers that the layout wants and that the chord does not press itself. */
const addedModifiers = (source: ChordSource, wanted: number, pressed: number): RawInput[] => {
  const added: RawInput[] = [];
  for (let bit = 1; bit <= modifierBits.mod5; bit <<= 1) {
    if ((wanted & ~pressed & bit) === 0) continue;
    const key = levelShiftKey(source, bit);
    if (!key)
      throw new DesktopError(
        'key_unavailable',
        'The keyboard layout has no key for the level that is needed.',
      );
    added.push(key);
  }
  return added;
};

const modifiersOf = ({ map }: ChordSource, inputs: readonly RawInput[]): number =>
  map.keys
    .filter(({ keycode }) => inputs.some(({ code }) => code === keycode))
    .reduce((bits, { modifiers }) => bits | modifiers, 0);

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

/**
 * The keys of a chord in the layout and group in use, in the order of pressing. Locks are disregarded: with CapsLock
 * on, `a` is still the key that gives a without it, as it is for a person.
 */
export const resolveChord = (source: ChordSource, keys: readonly string[]): RawInput[] => {
  const resolved = keys.map((key) => resolveKey(source, key));
  requireTogether(resolved);
  const inputs = resolved.map(({ input }) => input);
  const chordModifiers = modifiersOf(
    source,
    inputs.filter(({ name }) => isModifier(name)),
  );
  const wanted = resolved.reduce((bits, { modifiers }) => bits | modifiers, 0);
  const added = addedModifiers(source, wanted, chordModifiers);
  const firstOther = inputs.findIndex(({ name }) => !isModifier(name));
  const cut = firstOther < 0 ? inputs.length : firstOther;
  return [...inputs.slice(0, cut), ...added, ...inputs.slice(cut)];
};
