import { useState, type SubmitEvent } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { modifierKeys } from './modifier-keys.tsx';
import { NumberField } from './number-field.tsx';
import { readChord, toggleModifier } from './chord.ts';

const common = [
  { key: 'enter', label: 'Enter' },
  { key: 'tab', label: 'Tab' },
  { key: 'escape', label: 'Esc' },
  { key: 'backspace', label: 'Bksp' },
  { key: 'up', label: '↑', name: 'Up' },
  { key: 'down', label: '↓', name: 'Down' },
  { key: 'left', label: '←', name: 'Left' },
  { key: 'right', label: '→', name: 'Right' },
  { key: 'page_up', label: 'PgUp' },
  { key: 'page_down', label: 'PgDn' },
] as const;

type KeyBarProps = {
  readonly alias: string;
  readonly canHold: boolean;
  readonly isBusy: boolean;
  readonly onCall: (call: ComputerToolCall) => void;
};

/** Keys are held together and released in reverse: `control+c`. */
export function KeyBar({ alias, canHold, isBusy, onCall }: KeyBarProps) {
  const [holdMs, setHoldMs] = useState(0);
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const reading = readChord(text);
  const press = (keys: readonly string[]) => {
    if (isBusy) return;
    const held = canHold && holdMs > 0 && { hold_ms: holdMs };
    onCall({ tool: 'computer_press_keys', arguments: { alias, keys: [...keys], ...held } });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (reading.ok) press(reading.keys);
  };
  const change = (next: string) => {
    setText(next);
    setIsChecked(false);
  };
  return (
    <form className="key-form" aria-label="Keys" onSubmit={submit} noValidate>
      <div className="key-row">
        <TextField
          label="Keys"
          size="small"
          isInline
          isMono
          value={text}
          onChange={change}
          placeholder="control+c"
          error={isChecked && !reading.ok ? reading.message : undefined}
        />
        {canHold && <NumberField label="Hold, ms" value={holdMs} min={0} max={10_000} onChange={setHoldMs} />}
        <Button type="submit" size="small" isDisabled={isBusy}>
          Press keys
        </Button>
      </div>
      <div className="key-row">
        {modifierKeys.map(({ key, label }) => (
          <ToggleButton
            key={key}
            className="button key"
            data-variant="secondary"
            isSelected={text.split('+').includes(key)}
            onChange={() => change(toggleModifier(text, key))}
          >
            {label}
          </ToggleButton>
        ))}
        {common.map((entry) => (
          <Button
            key={entry.key}
            className="key"
            label={`Press ${'name' in entry ? entry.name : entry.label}`}
            isDisabled={isBusy}
            onPress={() => press([...heldModifiers(text), entry.key])}
          >
            {entry.label}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Modifiers that are chosen and wait for their key. */
function heldModifiers(text: string): readonly string[] {
  if (!text.endsWith('+')) return [];
  return modifierKeys.map(({ key }) => key).filter((key) => text.split('+').includes(key));
}
