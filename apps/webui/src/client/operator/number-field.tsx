import { useState } from 'react';
import { TextField } from '../design/field.tsx';

type NumberFieldProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
};

/** A whole number. What is no such number is marked and not taken over. */
export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const isValid = (candidate: string) => {
    const number = Number(candidate);
    return /^\d+$/.test(candidate) && number >= min && number <= max;
  };
  const shown = isValid(text) && Number(text) !== value ? String(value) : text;
  return (
    <span className="number-field">
      <TextField
        label={label}
        size="small"
        isInline
        inputMode="numeric"
        value={shown}
        onChange={(next) => {
          setText(next);
          if (isValid(next)) onChange(Number(next));
        }}
        error={isValid(shown) ? undefined : `${min}–${max}`}
      />
    </span>
  );
}
