import type { Clock } from '../clock/clock.ts';

export type FakeClock = Clock & {
  /** Moves time and runs what falls due on the way, in order. */
  advance(byMs: number): void;
  /** Somebody sets the time of day: it changes, and no timer cares. */
  setBy(byMs: number): void;
};

export const createFakeClock = (start = '2026-01-01T00:00:00Z'): FakeClock => {
  let nowMs = Date.parse(start);
  let setByMs = 0;
  const timers = new Set<{ dueMs: number; callback: () => void }>();
  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  return {
    now: () => new Date(nowMs + setByMs),
    schedule: (delayMs, callback) => {
      const timer = { dueMs: nowMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (byMs) => {
      const untilMs = nowMs + byMs;
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        timers.delete(due);
        nowMs = due.dueMs;
        due.callback();
      }
      nowMs = untilMs;
    },
    setBy: (byMs) => {
      setByMs += byMs;
    },
  };
};
