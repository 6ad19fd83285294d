import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

const composedKeyMs = 50;

type GrowingTextProps = {
  /** Read aloud; where it is shown as well, a `label` element does both. */
  readonly label?: string;
  readonly id?: string;
  readonly className: string;
  readonly value: string;
  readonly placeholder: string;
  readonly describedBy?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
};

/** Grows with its text. Enter sends, Shift+Enter begins a line; on a touch keyboard Enter begins one as well. */
export function GrowingText({ label, value, describedBy, onChange, onSend, ...props }: GrowingTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);
  const composedAt = useRef(Number.NEGATIVE_INFINITY);
  // Safari ends a composition just before the key that ended it, so isComposing alone does not tell.
  const isComposing = ({ nativeEvent }: KeyboardEvent) =>
    nativeEvent.isComposing || nativeEvent.timeStamp - composedAt.current < composedKeyMs;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    if (window.matchMedia('(hover: none) and (pointer: coarse)').matches) return;
    event.preventDefault();
    if (!event.repeat) onSend();
  };
  return (
    <textarea
      {...props}
      ref={field}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={describedBy === undefined ? undefined : true}
      rows={1}
      enterKeyHint="enter"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onCompositionEnd={(event) => {
        composedAt.current = event.timeStamp;
      }}
    />
  );
}
