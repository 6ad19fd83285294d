import type { Clock } from '../clock/clock.ts';

export type Countdown = {
  /** Aborts when the time is over. */
  readonly over: AbortSignal;
  stop(): void;
};

export type CountdownOptions = {
  readonly clock: Clock;
  readonly durationMs: number;
  /** Calls back with what is left each time so much of it has passed. */
  readonly stepMs: number;
  readonly onStep: (leftMs: number) => void;
};

/** Counts in timers, as the time of day may be set meanwhile. */
export const startCountdown = ({ clock, durationMs, stepMs, onStep }: CountdownOptions): Countdown => {
  const over = new AbortController();
  let leftMs = durationMs;
  let cancel = (): void => undefined;
  const scheduleNext = (): void => {
    const nextMs = Math.min(stepMs, leftMs);
    cancel = clock.schedule(nextMs, () => {
      leftMs -= nextMs;
      if (leftMs <= 0) {
        over.abort();
        return;
      }
      onStep(leftMs);
      scheduleNext();
    });
  };
  scheduleNext();
  return { over: over.signal, stop: () => cancel() };
};
