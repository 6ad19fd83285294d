import type { TransportCloseInfo } from '@harness-desktop/eip-protocol';

type CloseListener = (info: TransportCloseInfo) => void;

export type CloseNotice = {
  /** Whether it was given. */
  readonly isGiven: () => boolean;
  /** Tells every listener; only the first time counts. */
  readonly give: (info: TransportCloseInfo) => void;
  /** Hears of it also when it was given before. */
  readonly listen: (listener: CloseListener) => () => void;
};

/** Tells once that a carrier is gone. */
export const createCloseNotice = (): CloseNotice => {
  const listeners = new Set<CloseListener>();
  let given: TransportCloseInfo | null = null;
  return {
    isGiven: () => given !== null,
    give: (info) => {
      if (given !== null) return;
      given = info;
      for (const listener of [...listeners]) listener(info);
    },
    listen: (listener) => {
      const before = given;
      if (before !== null) queueMicrotask(() => listener(before));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
