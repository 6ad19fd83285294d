import { expect } from 'vitest';

/** `expect.poll` with the patience of a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000, interval: 10 });
