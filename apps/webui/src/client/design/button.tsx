import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import './button.css';

type ButtonProps = {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'small' | 'normal';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Shows a spinner and ignores presses; the label stays readable and the focus where it is. */
  readonly isPending?: boolean;
  readonly autoFocus?: boolean;
  readonly label?: string;
  readonly className?: string;
  readonly onPress?: () => void;
  readonly children: ReactNode;
};

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'normal', isPending = false, label, onPress, children } = props;
  return (
    <AriaButton
      className={`button ${props.className ?? ''}`}
      data-variant={variant}
      data-size={size}
      type={isPending ? 'button' : (props.type ?? 'button')}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.autoFocus ?? false}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isPending && { 'data-pending': true })}
      {...(onPress !== undefined && !isPending && { onPress })}
    >
      {isPending && <span className="spinner" aria-hidden="true" />}
      {children}
    </AriaButton>
  );
}

type IconButtonProps = {
  /** The accessible name, also shown while the pointer rests on it. */
  readonly label: string;
  readonly variant?: 'secondary' | 'ghost';
  readonly isDisabled?: boolean;
  readonly className?: string;
  /** Given where it opens a menu. */
  readonly menuState?: 'open' | 'closed';
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress?: () => void;
  readonly children: ReactNode;
};

export function IconButton({ label, variant = 'ghost', isDisabled = false, ...props }: IconButtonProps) {
  return (
    <span className="icon-button" title={label}>
      <AriaButton
        className={`button ${props.className ?? ''}`}
        data-variant={variant}
        data-shape="icon"
        aria-label={label}
        isDisabled={isDisabled}
        {...(props.ref !== undefined && { ref: props.ref })}
        {...(props.menuState !== undefined && {
          'aria-haspopup': 'menu' as const,
          'aria-expanded': props.menuState === 'open',
        })}
        {...(props.onPress !== undefined && { onPress: props.onPress })}
      >
        {props.children}
      </AriaButton>
    </span>
  );
}
