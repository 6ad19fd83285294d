import type { LiveEvent } from '../../shared/events.ts';
import type { Database } from '../database/connection.ts';

export type StoredEvent = {
  readonly eventId: number;
  /** The whole SSE frame, made once for all listeners. */
  readonly frame: string;
};

/** The append-only event log with its listeners. */
export type LiveEvents = {
  /** Stores the event and sends it to every listener; gives its id. */
  publish(event: LiveEvent): Promise<number>;
  /** Stores the event within a transaction; call `flush` after the commit, or nobody hears of it yet. */
  append(transaction: Database, event: LiveEvent): Promise<number>;
  /** Sends what was stored and not sent yet, in the order of ids. */
  flush(): Promise<void>;
  /** 0 when nothing ever happened. Read it before the state that it stands for. */
  lastEventId(): Promise<number>;
};
