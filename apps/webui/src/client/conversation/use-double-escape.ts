import { useEffect } from 'react';
import { useApp } from '../app-context.tsx';
import { noEscape, pressKey } from '../operator/double-escape.ts';

/** `Esc Esc`, wherever the focus is: also in a dialog, since stopping is the safe direction. */
export function useDoubleEscape(onDouble: () => void, isActive: boolean): void {
  const { now } = useApp();
  useEffect(() => {
    if (!isActive) return;
    let state = noEscape;
    const onKeyDown = (event: KeyboardEvent) => {
      state = pressKey(state, { key: event.key, repeat: event.repeat, atMs: now() });
      if (state.isSecond) onDouble();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [now, onDouble, isActive]);
}
