import { setTimeout as delay } from 'node:timers/promises';

/** Time as gestures see it; tests pass their own. */
export type Clock = {
  now(): Date;
  /** Milliseconds from an arbitrary start that never step back. */
  monotonicMs(): number;
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
};

export const createSystemClock = (): Clock => ({
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: async (durationMs, signal) => {
    await delay(durationMs, undefined, { signal });
  },
});
