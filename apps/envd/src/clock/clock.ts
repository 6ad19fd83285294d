/** Time as it is passed around, so that tests can move it. */
export type Clock = {
  now(): Date;
  /** Calls back once after `delayMs`; returns the function that cancels it. Delays beyond 24 days are cut to that. */
  schedule(delayMs: number, callback: () => void): () => void;
};

/** The longest delay a Node timer holds; a longer one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

export const createSystemClock = (): Clock => ({
  now: () => new Date(),
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.min(delayMs, longestDelayMs));
    return () => clearTimeout(timer);
  },
});
