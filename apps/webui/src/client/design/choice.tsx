import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  CheckboxButton,
  CheckboxField,
  RadioButton,
  RadioField,
  RadioGroup,
  SwitchButton,
  SwitchField,
  Text,
} from 'react-aria-components';
import './field.css';

type ToggleProps = {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly description?: string;
  readonly children: ReactNode;
};

export function Checkbox({ isSelected, onChange, isDisabled = false, ...props }: ToggleProps) {
  return (
    <CheckboxField isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <CheckboxButton className="checkbox">
        <span className="checkbox-box">
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        </span>
        {props.children}
      </CheckboxButton>
    </CheckboxField>
  );
}

export function Switch({ isSelected, onChange, description, children }: ToggleProps) {
  return (
    <SwitchField className="switch-field" isSelected={isSelected} onChange={onChange}>
      <SwitchButton className="switch">
        <span className="switch-track" aria-hidden="true" />
        {children}
      </SwitchButton>
      {description !== undefined && <Text slot="description">{description}</Text>}
    </SwitchField>
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
        <RadioField
          key={option.value}
          value={option.value}
          {...(option.name !== undefined && { 'aria-label': option.name })}
        >
          <RadioButton className="segment">{option.label}</RadioButton>
        </RadioField>
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
        <RadioField key={option.value} className="radio-card" value={option.value}>
          <RadioButton className="radio">
            <span className="radio-dot" aria-hidden="true" />
            {option.label}
          </RadioButton>
          {option.description !== undefined && <Text slot="description">{option.description}</Text>}
        </RadioField>
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
