import type { LiveEvent } from '../../shared/events.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { createEventRepository, type EventRepository, type EventRow } from './event-repository.ts';
import { createEventTail, toFrame, type EventTail, type Frame } from './event-tail.ts';

/** The newest events stay in the log for reconnecting browsers; older ones are pruned. */
const defaultKeptEvents = 20_000;
const pruneEvery = 500;
const pageSize = 256;
/** In characters. */
const batchLength = 256 * 1024;

/** `reset`: events after the asked id are gone (or never were); read the state anew and go on from `eventId`. */
export type ListenerBatch =
  | { readonly kind: 'frames'; readonly frames: readonly Frame[] }
  | { readonly kind: 'reset'; readonly eventId: number };

/** The append-only event log with its listeners. */
export type LiveEvents = {
  /** Stores the event and sends it to every listener; gives its id. */
  publish(event: LiveEvent): Promise<number>;
  /** Stores the event within a transaction; call `flush` after the commit, or nobody hears of it yet. */
  append(transaction: Database, event: LiveEvent): Promise<number>;
  /** Sends what was stored and not sent yet, in the order of ids. */
  flush(): Promise<void>;
  /** 0 when nothing ever happened. Read it before the state that it stands for, or in the same transaction. */
  lastEventId(transaction?: Database): Promise<number>;
  /**
   * Events after an id (absent: from now on), each once and in order, until `signal` aborts or the log closes. A
   * listener holds no queue: it asks for the next batch when it has sent the last one.
   */
  listen(request: { after?: number; signal: AbortSignal }): AsyncGenerator<ListenerBatch, void>;
  /** Ends every listener; idempotent. */
  close(): void;
};

type LogOptions = { database: Database; clock: Clock; keptEvents?: number };

export async function createLiveEvents(options: LogOptions): Promise<LiveEvents> {
  const { database, clock, keptEvents = defaultKeptEvents } = options;
  const repository = createEventRepository(database);
  const tail = createEventTail(await repository.newestId());
  const closed = new AbortController();
  let flushing = Promise.resolve();

  async function readNew(): Promise<void> {
    for (;;) {
      const rows = await repository.readAfter(tail.position(), pageSize);
      tail.push(rows);
      await pruneIfDue(repository, rows, keptEvents);
      if (rows.length < pageSize) return;
    }
  }
  /** What is next in the log need not be read from it. */
  async function send(row: EventRow): Promise<void> {
    if (row.eventId !== tail.position() + 1) {
      await readNew();
      return;
    }
    tail.push([row]);
    await pruneIfDue(repository, [row], keptEvents);
  }
  const inTurn = (work: () => Promise<void>) => {
    const next = flushing.then(work);
    flushing = next.catch(() => undefined);
    return next;
  };
  const flush = () => inTurn(readNew);
  return {
    async publish(event) {
      const row = await repository.append(event, { createdAt: clock.now() });
      await inTurn(() => send(row));
      return row.eventId;
    },
    append: async (transaction, event) =>
      (await repository.append(event, { createdAt: clock.now(), transaction })).eventId,
    flush,
    lastEventId: (transaction) => repository.newestId(transaction),
    listen: ({ after, signal }) =>
      listen({
        repository,
        tail,
        after: after ?? tail.position(),
        signal: AbortSignal.any([signal, closed.signal]),
      }),
    close: () => closed.abort(),
  };
}

type Listening = { repository: EventRepository; tail: EventTail; after: number; signal: AbortSignal };

async function* listen({ repository, tail, after, signal }: Listening): AsyncGenerator<ListenerBatch, void> {
  let position = after;
  while (!signal.aborted) {
    if (position === tail.position()) {
      await tail.grown(signal);
      continue;
    }
    const frames = tail.after(position) ?? (await readStored(repository, tail, position));
    if (frames === undefined) {
      position = tail.position();
      yield { kind: 'reset', eventId: position };
      continue;
    }
    const batch = firstOf(frames);
    position = batch.at(-1)?.eventId ?? position;
    yield { kind: 'frames', frames: batch };
  }
}

/** What a reader that takes nothing keeps in memory: at most this, or one event. */
function firstOf(frames: readonly Frame[]): readonly Frame[] {
  let length = 0;
  const end = frames.findIndex(({ text }) => (length += text.length) > batchLength);
  return end === -1 ? frames : frames.slice(0, Math.max(1, end));
}

/** `undefined` when the log does not reach back to `position`, or never was there. */
async function readStored(
  repository: EventRepository,
  tail: EventTail,
  position: number,
): Promise<Frame[] | undefined> {
  if (position > tail.position()) return undefined;
  const rows = await repository.readAfter(position, pageSize);
  const isGapless = rows[0]?.eventId === position + 1;
  return isGapless ? rows.map(toFrame).filter(({ eventId }) => eventId <= tail.position()) : undefined;
}

async function pruneIfDue(
  repository: EventRepository,
  rows: readonly EventRow[],
  kept: number,
): Promise<void> {
  const due = rows.find(({ eventId }) => eventId % pruneEvery === 0);
  if (due !== undefined && due.eventId > kept) await repository.prune(due.eventId - kept + 1);
}
