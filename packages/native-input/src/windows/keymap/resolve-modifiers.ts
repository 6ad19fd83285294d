import type { PointerModifier } from '../../desktop.ts';
import { DesktopError } from '../../desktop-error.ts';
import type { RawInput } from '../../input-port.ts';
import { toPressCode } from './press-code.ts';
import { namedKey } from './virtual-keys.ts';

/** What the person has set for switching the layout by modifiers alone. */
export type LayoutSwitches = {
  /** The identifier of each layout that is installed; its low 16 bits are the language. */
  readonly installed: readonly number[];
  /** `Language Hotkey` and `Layout Hotkey` of the registry; undefined where it has none. */
  readonly languageHotkey: string | undefined;
  readonly layoutHotkey: string | undefined;
};

type Switch = readonly [one: PointerModifier, other: PointerModifier];

const hotkeys: ReadonlyMap<string, Switch> = new Map([
  ['1', ['alt', 'shift']],
  ['2', ['control', 'shift']],
]);
const usualHotkeys = { language: '1', layout: '2' };

/** The pairs of modifiers that switch something when they are released. */
const switchesOf = ({ installed, languageHotkey, layoutHotkey }: LayoutSwitches): readonly Switch[] => {
  const languages = new Set(installed.map((identifier) => identifier & 0xffff));
  const effective = [
    languages.size > 1 ? (languageHotkey ?? usualHotkeys.language) : '',
    installed.length > languages.size ? (layoutHotkey ?? usualHotkeys.layout) : '',
  ];
  return effective.flatMap((hotkey) => {
    const pair = hotkeys.get(hotkey);
    return pair ? [pair] : [];
  });
};

/** Keys that hold the modifiers and do nothing else: a pair that switches the layout when it is released does. */
export const resolveModifierKeys = (
  switches: LayoutSwitches,
  modifiers: readonly PointerModifier[],
): readonly RawInput[] => {
  const switching = switchesOf(switches).find((pair) => pair.every((one) => modifiers.includes(one)));
  if (switching) {
    throw new DesktopError(
      'modifier_unavailable',
      `On this desktop ${switching.join(' and ')} switch the keyboard layout when they are released; do without one of them, or change the key sequence in the settings of Windows.`,
    );
  }
  return modifiers.flatMap((name) => {
    const key = namedKey(name);
    return key ? [{ kind: 'key', code: toPressCode(key), name }] : [];
  });
};
