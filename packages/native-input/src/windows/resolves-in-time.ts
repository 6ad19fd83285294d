import { createDeferred } from '../deferred.ts';

/** False when the time is over or the signal aborts first. Rejects as `wait` does. */
export const resolvesInTime = async (
  wait: Promise<unknown>,
  timeoutMs: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> => {
  const given = createDeferred<false>();
  const giveUp = () => given.resolve(false);
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([wait.then(() => true), given.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
};
