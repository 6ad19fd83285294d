const keptLines = 400;

/**
 * The lines of one stream: the last ones are kept for error messages, and a caller can wait for one that matches,
 * also when it has already arrived.
 *
 * @typedef {{
 *   push(line: string): void,
 *   end(): void,
 *   tail(count: number): string[],
 *   ended: Promise<void>,
 *   waitFor<T>(match: (line: string) => T | undefined, options: { signal: AbortSignal }): Promise<T>,
 * }} LineLog
 * @returns {LineLog}
 */
export function createLineLog() {
  /** @type {string[]} */
  const lines = [];
  /** @type {Set<(line: string | undefined) => void>} */
  const waiters = new Set();
  let ended = false;
  /** @type {() => void} */
  let tellEnded;
  /** @type {Promise<void>} */
  const end = new Promise((resolve) => (tellEnded = resolve));

  return {
    push(line) {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      for (const waiter of [...waiters]) waiter(line);
    },
    end() {
      ended = true;
      tellEnded();
      for (const waiter of [...waiters]) waiter(undefined);
    },
    ended: end,
    tail: (count) => lines.slice(-count),
    waitFor: (match, { signal }) =>
      new Promise((resolve, reject) => {
        for (const line of lines) {
          const value = match(line);
          if (value !== undefined) return resolve(value);
        }
        const settle = () => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          settle();
          reject(signal.reason);
        };
        const waiter = (/** @type {string | undefined} */ line) => {
          const value = line === undefined ? undefined : match(line);
          if (line !== undefined && value === undefined) return;
          settle();
          if (value === undefined) reject(new Error('The output ended before the awaited line.'));
          else resolve(value);
        };
        if (signal.aborted) return reject(signal.reason);
        if (ended) return reject(new Error('The output ended before the awaited line.'));
        signal.addEventListener('abort', onAbort);
        waiters.add(waiter);
      }),
  };
}
