import type { TestWindowEvent, TestWindowRecord } from './test-window.ts';

/** A record that a window fills; `add` wakes whoever waits. */
export type WindowRecord = TestWindowRecord & { add(event: TestWindowEvent): void };

export const createWindowRecord = (): WindowRecord => {
  const events: TestWindowEvent[] = [];
  const listeners = new Set<() => void>();
  return {
    all: () => [...events],
    clear: () => {
      events.length = 0;
    },
    add: (event) => {
      events.push(event);
      for (const listener of [...listeners]) listener();
    },
    until: (isEnough, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          listeners.delete(look);
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          stop();
          reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
        };
        const look = () => {
          if (!isEnough(events)) return;
          stop();
          resolve();
        };
        listeners.add(look);
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted) onAbort();
        else look();
      }),
  };
};
