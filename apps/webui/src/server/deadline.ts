/**
 * Aborts with `signal`, or with a `TimeoutError` after `timeoutMs`. Node 20 collects a timeout signal that only
 * `AbortSignal.any` knows, which then never aborts; a listener keeps it.
 */
export function withDeadline(signal: AbortSignal, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  timeout.addEventListener('abort', () => undefined, { once: true });
  return AbortSignal.any([signal, timeout]);
}

/** Aborts as one of `signals` does, or with a `TimeoutError`; `release()` lets go of the timer and of them. */
export type Deadline = { readonly signal: AbortSignal; release(): void };

/**
 * For work that ends long before its deadline while `signals` live on, as those of thousands of sockets do:
 * `withDeadline` would keep its timer and three signals for the whole of `timeoutMs`. The caller releases it.
 */
export function startDeadline(signals: readonly AbortSignal[], timeoutMs: number): Deadline {
  const over = new AbortController();
  const timer = setTimeout(
    () => over.abort(new DOMException('The time is over.', 'TimeoutError')),
    timeoutMs,
  );
  timer.unref();
  const follow = signals.map((signal) => ({ signal, stop: () => over.abort(signal.reason) }));
  for (const { signal, stop } of follow) {
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }
  return {
    signal: over.signal,
    release() {
      clearTimeout(timer);
      for (const { signal, stop } of follow) signal.removeEventListener('abort', stop);
    },
  };
}
