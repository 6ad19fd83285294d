/** @typedef {{ defer(close: () => Promise<void> | void): void, close(): Promise<void> }} Scope */

/**
 * Remembers how to undo what was opened. `close()` undoes it in reverse order, once; a failing step is reported and
 * does not keep the others from running.
 *
 * @param {(error: unknown) => void} onError
 * @returns {Scope}
 */
export function createScope(onError) {
  /** @type {(() => Promise<void> | void)[]} */
  const closers = [];
  /** @type {Promise<void> | undefined} */
  let closing;

  const closeAll = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    defer: (close) => void closers.push(close),
    close: () => (closing ??= closeAll()),
  };
}
