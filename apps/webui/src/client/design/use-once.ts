import { useCallback, useState } from 'react';

/** Lets a task begin only while none is under way. */
export function createOnce() {
  let isUnderWay = false;
  return async (task: () => Promise<unknown>): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await task();
    } catch {
      // Whoever gave the task shows what went wrong; it may be tried again.
    } finally {
      isUnderWay = false;
    }
  };
}

/**
 * For what must happen once, however often the button is pressed: that a request is pending is known one drawing late,
 * and the second press of a double click comes before that.
 */
export function useOnce<Inputs extends readonly unknown[]>(
  task: (...inputs: Inputs) => Promise<unknown>,
): (...inputs: Inputs) => void {
  const [once] = useState(createOnce);
  return useCallback((...inputs: Inputs) => void once(() => task(...inputs)), [once, task]);
}
