import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, Radio, RadioGroup, Switch as AriaSwitch } from 'react-aria-components';
import './field.css';

type ToggleProps = {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

export function Checkbox({ isSelected, onChange, isDisabled = false, children }: ToggleProps) {
  return (
    <AriaCheckbox className="checkbox" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className="checkbox-box">
        <Check size={12} strokeWidth={3} aria-hidden="true" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}

export function Switch({ isSelected, onChange, children }: ToggleProps) {
  return (
    <AriaSwitch className="switch" isSelected={isSelected} onChange={onChange}>
      <span className="switch-track" aria-hidden="true" />
      <span>{children}</span>
    </AriaSwitch>
  );
}

type Option<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  /** Needed where the label is an icon. */
  readonly name?: string;
  readonly description?: string;
};
type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
};

/** One of a few, in a row. */
export function Segments<Value extends string>({ label, value, options, ...props }: ChoiceProps<Value>) {
  return (
    <RadioGroup
      className="segments"
      aria-label={label}
      orientation="horizontal"
      value={value}
      isDisabled={props.isDisabled ?? false}
      onChange={(next) => pick(options, next, props.onChange)}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          className="segment"
          value={option.value}
          {...(option.name !== undefined && { 'aria-label': option.name })}
        >
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** One of a few, each explained. */
export function RadioCards<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <RadioGroup
      className="radio-cards"
      aria-label={label}
      value={value}
      onChange={(next) => pick(options, next, onChange)}
    >
      {options.map((option) => (
        <Radio key={option.value} className="radio-card" value={option.value}>
          <span className="radio-dot" aria-hidden="true" />
          <span>
            <strong>{option.label}</strong>
            {option.description !== undefined && <small>{option.description}</small>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

function pick<Value extends string>(
  options: readonly Option<Value>[],
  next: string,
  onChange: (value: Value) => void,
): void {
  const option = options.find((candidate) => candidate.value === next);
  if (option !== undefined) onChange(option.value);
}
