import type { PointerModifier } from '../../desktop.ts';
import { DesktopError } from '../../desktop-error.ts';
import type { RawInput } from '../../input-port.ts';
import { modifierBits } from './parse-key-map.ts';
import type { KeyMap, MappedKey } from './parse-key-map.ts';
import { effectiveGroup } from './resolve-chord.ts';

export type ModifierSource = {
  readonly map: KeyMap;
  /** The group that is in effect. */
  readonly group: number;
  /** The real modifiers that are locked, such as those of CapsLock and NumLock. */
  readonly lockedModifiers: number;
};

type Wanted = {
  /** Left before right: that is what a person presses. */
  readonly keysyms: readonly number[];
  /** What the key must set, so that applications see the modifier. */
  readonly bits: number;
};

const anyMod =
  modifierBits.mod1 | modifierBits.mod2 | modifierBits.mod3 | modifierBits.mod4 | modifierBits.mod5;

const wantedModifiers: Readonly<Record<PointerModifier, Wanted>> = {
  shift: { keysyms: [0xffe1, 0xffe2], bits: modifierBits.shift },
  control: { keysyms: [0xffe3, 0xffe4], bits: modifierBits.control },
  alt: { keysyms: [0xffe9, 0xffea], bits: anyMod },
  meta: { keysyms: [0xffeb, 0xffec], bits: anyMod },
};

/** What a key gives while these modifiers are on. */
const keysymUnder = (key: MappedKey, group: number, modifiers: number): number => {
  const effective = effectiveGroup(key, group);
  if (!effective) return 0;
  const { type, keysyms } = effective;
  return keysyms[type.levels.get(modifiers & type.mask) ?? 0] ?? 0;
};

const candidates = (
  { map, group }: ModifierSource,
  { keysyms, bits }: Wanted,
  modifiers: number,
): MappedKey[] =>
  keysyms.flatMap((keysym) =>
    map.keys.filter((key) => (key.modifiers & bits) !== 0 && keysymUnder(key, group, modifiers) === keysym),
  );

type Arranged = { readonly keys: readonly RawInput[] } | undefined;

/** Tries every order: in some layouts Shift switches the group when Alt is down already, but not the other way. */
const arrange = (source: ModifierSource, rest: readonly PointerModifier[], modifiers: number): Arranged => {
  if (rest.length === 0) return { keys: [] };
  for (const name of rest) {
    const others = rest.filter((other) => other !== name);
    for (const key of candidates(source, wantedModifiers[name], modifiers)) {
      const after = arrange(source, others, modifiers | key.modifiers);
      if (after) return { keys: [{ kind: 'key', code: key.keycode, name }, ...after.keys] };
    }
  }
  return undefined;
};

/**
 * Keys that hold the modifiers and do nothing else. A key that would switch the group or a lock in the state that the
 * keyboard is in, as with the options grp:alt_shift_toggle or shift:breaks_caps, is none of them.
 */
export const resolveModifierKeys = (
  source: ModifierSource,
  modifiers: readonly PointerModifier[],
): readonly RawInput[] => {
  const arranged = arrange(source, modifiers, source.lockedModifiers);
  if (arranged) return arranged.keys;
  throw new DesktopError(
    'modifier_unavailable',
    `The keyboard layout in use has no keys that hold ${modifiers.join(' and ')} and do nothing else; ` +
      'do without, or change the layout or its options on the desktop.',
  );
};
