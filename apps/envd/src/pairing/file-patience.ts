import type { Clock } from '../clock/clock.ts';
import { delay } from '../clock/delay.ts';
import { hasCode } from './error-code.ts';

const patienceMs = 2000;
const stepMs = 50;
const syncPatienceMs = 100;

/** What Windows says of a file that another program has open: a virus scanner, a search index, or a reader of ours. */
const isInUse = (error: unknown): boolean => hasCode(error, 'EPERM', 'EACCES', 'EBUSY');

/** Runs it again for up to 2 s while others have the file open. */
export const whileInUse = async <T>(run: () => Promise<T>, clock: Clock): Promise<T> => {
  for (let leftMs = patienceMs; ; leftMs -= stepMs) {
    try {
      return await run();
    } catch (error) {
      if (leftMs <= 0 || !isInUse(error)) throw error;
    }
    await delay(clock, stepMs, new AbortController().signal);
  }
};

/** The same for up to 0.1 s, in which nothing else runs. */
export const whileInUseSync = (run: () => void): void => {
  for (let leftMs = syncPatienceMs; ; leftMs -= stepMs) {
    try {
      run();
      return;
    } catch (error) {
      if (leftMs <= 0 || !isInUse(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
  }
};
