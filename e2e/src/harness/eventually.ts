import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 5;
const defaultTimeoutMs = 10_000;

export type EventuallyOptions = {
  /** Completes "Waited … for …". */
  readonly what: string | (() => string);
  readonly timeoutMs?: number;
};

/** Looks again and again until there is something, with a deadline: the one place of this suite that polls. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { what, timeoutMs = defaultTimeoutMs }: EventuallyOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms for ${typeof what === 'string' ? what : what()}.`);
    }
    await delay(pollMs);
  }
}
