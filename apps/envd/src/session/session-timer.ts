import type { Clock } from '../clock/clock.ts';

export type SessionTimer = {
  /** Starts anew; `reason` is told when the time is over. */
  arm(delayMs: number, reason: string): void;
  stop(): void;
};

export type SessionTimerOptions = {
  readonly clock: Clock;
  /** Whoever is at work is not idle: then the time starts anew. */
  readonly isBusy: () => boolean;
  readonly onExpired: (reason: string) => void;
};

/** How long nobody may use a session. */
export const createSessionTimer = ({ clock, isBusy, onExpired }: SessionTimerOptions): SessionTimer => {
  let stop = (): void => undefined;
  const arm = (delayMs: number, reason: string): void => {
    stop();
    stop = clock.schedule(delayMs, () => {
      if (isBusy()) arm(delayMs, reason);
      else onExpired(reason);
    });
  };
  return { arm, stop: () => stop() };
};
