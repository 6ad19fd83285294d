import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

const composedKeyMs = 50;

type ComposerTextProps = {
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
};

/** Grows with its text. Enter sends, Shift+Enter begins a line; on a touch keyboard Enter begins one as well. */
export function ComposerText({ value, placeholder, onChange, onSend }: ComposerTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
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
      ref={field}
      className="composer-text"
      aria-label="Message"
      rows={1}
      enterKeyHint="enter"
      value={value}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onCompositionEnd={(event) => {
        composedAt.current = event.timeStamp;
      }}
    />
  );
}
