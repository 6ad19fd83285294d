const windowMs = 600;

/** The time of an Escape that waits for its second, and whether this one was the second. */
export type EscapeState = { readonly waitingSinceMs: number | null; readonly isSecond: boolean };

export const noEscape: EscapeState = { waitingSinceMs: null, isSecond: false };

/** Two presses within 600 ms count once; holding the key (auto-repeat) and other keys do not. */
export function pressKey(
  state: EscapeState,
  press: { readonly key: string; readonly repeat: boolean; readonly atMs: number },
): EscapeState {
  if (press.repeat) return { ...state, isSecond: false };
  if (press.key !== 'Escape') return noEscape;
  const { waitingSinceMs } = state;
  if (waitingSinceMs !== null && press.atMs - waitingSinceMs <= windowMs) {
    return { waitingSinceMs: null, isSecond: true };
  }
  return { waitingSinceMs: press.atMs, isSecond: false };
}
