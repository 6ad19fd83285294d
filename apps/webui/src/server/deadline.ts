/**
 * Aborts with `signal`, or with a `TimeoutError` after `timeoutMs`. Node 20 collects a timeout signal that only
 * `AbortSignal.any` knows, which then never aborts; a listener keeps it.
 */
export function withDeadline(signal: AbortSignal, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  timeout.addEventListener('abort', () => undefined, { once: true });
  return AbortSignal.any([signal, timeout]);
}
