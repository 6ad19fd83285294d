import type { Clock } from '../clock/clock.ts';
import { createFakeClock } from './fake-clock.ts';

/** A clock in which every wait is over at once, and which remembers how long each was. */
export const createHurriedClock = (): Clock & { readonly waitsMs: number[] } => {
  const clock = createFakeClock();
  const waitsMs: number[] = [];
  return {
    waitsMs,
    now: () => clock.now(),
    schedule: (delayMs, callback) => {
      waitsMs.push(delayMs);
      clock.advance(delayMs);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
};
