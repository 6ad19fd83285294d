export type Interruption = 'aborted' | 'deadline';
export type BoundedOutcome<T> =
  | { readonly kind: 'settled'; readonly value: T }
  | { readonly kind: 'interrupted'; readonly by: Interruption };

export type WaitBound = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

const longestTimerMs = 2 ** 31 - 1;

/** A timer's delay: longer ones would fire at once. */
export function timerDelay(ms: number): number {
  return Math.min(Math.max(Math.floor(ms), 1), longestTimerMs);
}

/** Runs once when the signal aborts, at once if it has; the returned function stops listening. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  else signal?.addEventListener('abort', run, { once: true });
  return () => signal?.removeEventListener('abort', run);
}

/** Waits for `promise` until the signal aborts or the time is over; its rejection is passed on. */
export async function boundedWait<T>(promise: Promise<T>, bound: WaitBound): Promise<BoundedOutcome<T>> {
  const { signal } = bound;
  if (signal?.aborted) return { kind: 'interrupted', by: 'aborted' };
  let release = (): void => undefined;
  const interrupted = new Promise<BoundedOutcome<T>>((resolve) => {
    const stop = (by: Interruption): void => resolve({ kind: 'interrupted', by });
    const timer = setTimeout(() => stop('deadline'), timerDelay(bound.timeoutMs));
    const stopListening = onAbort(signal, () => stop('aborted'));
    release = () => {
      clearTimeout(timer);
      stopListening();
    };
  });
  const settled = promise.then((value): BoundedOutcome<T> => ({ kind: 'settled', value }));
  try {
    return await Promise.race([settled, interrupted]);
  } finally {
    release();
  }
}
