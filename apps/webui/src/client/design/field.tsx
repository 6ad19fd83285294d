import { useId, type ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components';
import './field.css';

type TextFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly hint?: ReactNode;
  /** Shown instead of the hint; marks the field as invalid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly inputMode?: 'text' | 'numeric';
  readonly size?: 'small' | 'normal';
  readonly isInline?: boolean;
  readonly isDisabled?: boolean;
  readonly isMono?: boolean;
};

export function TextField({
  label,
  value,
  onChange,
  type = 'text',
  size = 'normal',
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={props.error !== undefined}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.autoFocus ?? false}
      inputMode={props.inputMode ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      validationBehavior="aria"
      spellCheck="false"
      {...(props.isInline === true && { 'data-inline': true })}
    >
      <Label>{label}</Label>
      <Input
        className={props.isMono === true ? 'input mono' : 'input'}
        data-size={size}
        {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      />
      {props.hint !== undefined && props.error === undefined && (
        <Text slot="description" className="field-hint">
          {props.hint}
        </Text>
      )}
      <FieldError className="field-error">{props.error}</FieldError>
    </AriaTextField>
  );
}

type SelectFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly isDisabled?: boolean;
  }[];
  readonly onChange: (value: string) => void;
  readonly size?: 'small' | 'normal';
  readonly isInline?: boolean;
  readonly isDisabled?: boolean;
};

/** The system's own select: it is light, and right on phones. */
export function SelectField({
  label,
  value,
  options,
  onChange,
  size = 'normal',
  ...props
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field" {...(props.isInline === true && { 'data-inline': true })}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        data-size={size}
        value={value}
        disabled={props.isDisabled ?? false}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
