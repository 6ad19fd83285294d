/** Wall time as a parameter, so that tests decide what "expired" means. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
