const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** How often a step is asked again before anything of its answer came. */
export const maxRetries = 5;

/**
 * How long to wait before the request is repeated for the `attempt`-th time (1, 2 …): what the server asks for, else
 * twice as long each time; `undefined` when it asks for more than this run waits. `share` is random, 0..1.
 */
export function retryPauseMs(
  attempt: number,
  { retryAfterMs, share }: { retryAfterMs: number | null; share: number },
): number | undefined {
  if (retryAfterMs !== null) return retryAfterMs <= longestPauseMs ? Math.max(0, retryAfterMs) : undefined;
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
  return Math.round(pauseMs * (0.75 + share / 2));
}
