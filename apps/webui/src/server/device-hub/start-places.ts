/**
 * Places for devices that begin. After the server was restarted all of them come back in the same second; begun side by
 * side, each would wait for the others at every step, and all that they hold meanwhile would outlive many collections
 * of garbage.
 */
export type StartPlaces = { take(): StartPlace };

export type StartPlace = {
  /** Resolves, in the order of asking, when a place is free. */
  readonly taken: Promise<void>;
  /** For the next one. Idempotent. */
  leave(): void;
};

/**
 * A device that answers slowly leaves its place after `longestMs`, whatever it still does: those that come later wait
 * at most that long for each `most` of them.
 */
export type StartPace = { readonly most: number; readonly longestMs: number };

/** 400 devices a second where all are slow; as many as the server can serve where they are not. */
export const defaultStartPace: StartPace = { most: 16, longestMs: 40 };

export function createStartPlaces({ most, longestMs }: StartPace): StartPlaces {
  const waiting = new Set<() => void>();
  let free = most;
  const fill = (): void => {
    for (const enter of waiting) {
      if (free === 0) return;
      free -= 1;
      waiting.delete(enter);
      enter();
    }
  };
  return {
    take() {
      let timer: NodeJS.Timeout | undefined;
      const leave = (): void => {
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
        free += 1;
        fill();
      };
      const taken = new Promise<void>((resolve) => {
        waiting.add(() => {
          timer = setTimeout(leave, longestMs);
          timer.unref();
          resolve();
        });
      });
      fill();
      return { taken, leave };
    },
  };
}
