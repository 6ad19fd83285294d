import type { Clock } from './clock.ts';

/** Waits `delayMs`, or less when the signal aborts; never rejects, so the caller checks `signal.aborted`. */
export const delay = (clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(delayMs, done);
    signal.addEventListener('abort', done, { once: true });
  });
