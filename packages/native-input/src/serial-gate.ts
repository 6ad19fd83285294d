import { createDeferred } from './deferred.ts';
import { DesktopError } from './desktop-error.ts';

/** Lets one task through at a time, in the order of arrival. A task that is aborted while it waits never starts. */
export type SerialGate = <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T>;

export const throwIfCancelled = (signal: AbortSignal): void => {
  if (signal.aborted) {
    throw new DesktopError('cancelled', 'The call was cancelled before it began; nothing was done.');
  }
};

const turnOrAbort = async (turn: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const aborted = createDeferred<undefined>();
  const onAbort = () => aborted.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([turn, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  throwIfCancelled(signal);
};

export const createSerialGate = (): SerialGate => {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, task) => {
    throwIfCancelled(signal);
    const turn = last;
    const done = createDeferred<undefined>();
    last = turn.then(() => done.promise);
    try {
      await turnOrAbort(turn, signal);
      return await task();
    } finally {
      done.resolve(undefined);
    }
  };
};
