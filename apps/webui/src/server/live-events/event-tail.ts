import type { EventRow } from './event-repository.ts';

/** Of the newest frames; up to twice as many are in memory, so that not every event copies them all. */
const recentFrames = 512;

export type Frame = {
  readonly eventId: number;
  /** A LiveEvent. */
  readonly json: string;
  /** The whole SSE frame, made once for all listeners. */
  readonly text: string;
};

export function toFrame({ eventId, json }: EventRow): Frame {
  return { eventId, json, text: `id: ${eventId}\ndata: ${json}\n\n` };
}

/** The newest frames in memory, without gaps, and who waits for more. */
export type EventTail = {
  /** Of the newest frame. */
  position(): number;
  push(rows: readonly EventRow[]): void;
  /** `undefined` when memory does not reach back that far. */
  after(eventId: number): readonly Frame[] | undefined;
  /** Settles with the next `push`, or when `signal` aborts. */
  grown(signal: AbortSignal): Promise<void>;
};

export function createEventTail(start: number): EventTail {
  let position = start;
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  return {
    position: () => position,
    push(rows) {
      if (rows.length === 0) return;
      for (const row of rows) frames.push(toFrame(row));
      if (frames.length > 2 * recentFrames) frames.splice(0, frames.length - recentFrames);
      position = frames.at(-1)?.eventId ?? position;
      for (const wake of [...waiting]) wake();
    },
    after(eventId) {
      const first = frames[0];
      if (first === undefined || first.eventId > eventId + 1 || eventId > position) return undefined;
      return frames.slice(frames.findLastIndex((frame) => frame.eventId <= eventId) + 1);
    },
    grown: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
  };
}
