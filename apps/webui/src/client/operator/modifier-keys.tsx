import { ToggleButton } from 'react-aria-components';
import type { Modifier } from './gesture.ts';

export const modifierKeys = [
  { key: 'control', label: 'Ctrl' },
  { key: 'shift', label: 'Shift' },
  { key: 'alt', label: 'Alt' },
  { key: 'meta', label: 'Meta' },
] as const satisfies readonly { key: Modifier; label: string }[];

type ModifierKeysProps = {
  readonly modifiers: readonly Modifier[];
  /** Where nothing can be held. */
  readonly isDisabled: boolean;
  readonly onChange: (modifiers: readonly Modifier[]) => void;
};

/** Held with each gesture: for fingers, and where a key that is really held would not reach the page. */
export function ModifierKeys({ modifiers, isDisabled, onChange }: ModifierKeysProps) {
  return (
    <span className="modifier-keys" role="group" aria-label="Keys held with it">
      {modifierKeys.map(({ key, label }) => (
        <ToggleButton
          key={key}
          className="button key"
          data-variant="secondary"
          isDisabled={isDisabled}
          isSelected={modifiers.includes(key)}
          onChange={(isHeld) =>
            onChange(isHeld ? [...modifiers, key] : modifiers.filter((modifier) => modifier !== key))
          }
        >
          {label}
        </ToggleButton>
      ))}
    </span>
  );
}

/** “Ctrl and Shift”. */
export function namesOf(modifiers: readonly Modifier[]): string {
  return modifierKeys
    .filter(({ key }) => modifiers.includes(key))
    .map(({ label }) => label)
    .join(' and ');
}
