import { EipError } from '@harness-desktop/eip-protocol';
import { interruptedBeforeDispatch, throwIfInterrupted } from '../session/interruption.ts';

export type SerialQueue = {
  /** Runs one task at a time in the order of arrival. An interrupted one that still waits never starts. */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T>;
};

/** `capacity` tasks may wait; one more is `busy`. */
export const createSerialQueue = (capacity: number): SerialQueue => {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: async (signal, task) => {
      throwIfInterrupted(signal);
      if (waiting >= capacity) {
        throw new EipError('busy', 'Too many operations wait for this desktop; wait for some to end.');
      }
      waiting += 1;
      const result = last.then(() => {
        throwIfInterrupted(signal);
        return task();
      });
      const turn = untilTurn(last, signal).finally(() => (waiting -= 1));
      last = result.catch(() => undefined);
      return turn.then(() => result);
    },
  };
};

/** Settles with the turn, or earlier when interrupted: then the task sees the signal and does not start. */
const untilTurn = (turn: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(interruptedBeforeDispatch(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    void turn.then(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
  });
