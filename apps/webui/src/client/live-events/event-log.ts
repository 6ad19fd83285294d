import type { LiveEvent } from '../../shared/events.ts';

export type LoggedEvent = { readonly id: number; readonly event: LiveEvent };

/**
 * The last events, so that a list fetched while events arrive can catch up with them: take `mark()` before the
 * request and apply `since(mark)` to its answer.
 */
export type EventLog = {
  append(entry: LoggedEvent): void;
  mark(): number;
  since(mark: number): readonly LoggedEvent[];
};

export function createEventLog(capacity = 2000): EventLog {
  let entries: readonly LoggedEvent[] = [];
  let count = 0;
  return {
    append(entry) {
      entries = [...entries.slice(entries.length >= capacity ? 1 : 0), entry];
      count += 1;
    },
    mark: () => count,
    since(mark) {
      const missed = count - mark;
      return missed <= 0 ? [] : entries.slice(-missed);
    },
  };
}
