import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveEventSchema, type LiveEvent } from '../../shared/events.ts';
import { openDatabase, type Database } from '../database/connection.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';

const clock = { now: () => new Date('2026-03-01T12:00:00.000Z') };
const event = (number: number): LiveEvent => ({ type: 'thread_deleted', thread_id: String(number) });

describe('live events', () => {
  let database: Database;
  let events: LiveEvents;
  beforeEach(async () => {
    database = await openDatabase(':memory:');
    events = await createLiveEvents({ database, clock });
  });
  afterEach(async () => {
    events.close();
    await database.destroy();
  });

  /** Listens from `after` until it has seen the event `last`. */
  async function collect(
    log: LiveEvents,
    after: number | undefined,
    last: number,
  ): Promise<(number | 'reset')[]> {
    const stop = new AbortController();
    const seen: (number | 'reset')[] = [];
    for await (const batch of log.listen({
      ...(after === undefined ? {} : { after }),
      signal: stop.signal,
    })) {
      if (batch.kind === 'reset') seen.push('reset');
      else seen.push(...batch.frames.map(({ text }) => numberOf(text)));
      const newest = batch.kind === 'reset' ? batch.eventId : batch.frames.at(-1)?.eventId;
      if (newest === last) stop.abort();
    }
    return seen;
  }
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('starts with what comes next', async () => {
    await events.publish(event(1));
    const seen = collect(events, undefined, 3);
    await events.publish(event(2));
    await events.publish(event(3));
    expect(await seen).toEqual([2, 3]);
  });

  it('goes on after any id, from the log and then live', async () => {
    for (const number of range(1, 600)) await events.publish(event(number));
    const seen = collect(events, 10, 603);
    for (const number of range(601, 603)) await events.publish(event(number));
    expect(await seen).toEqual(range(11, 603));
  });

  it('survives a restart', async () => {
    for (const number of range(1, 5)) await events.publish(event(number));
    const restarted = await createLiveEvents({ database, clock });
    expect(await restarted.lastEventId()).toBe(5);
    const seen = collect(restarted, 2, 6);
    await restarted.publish(event(6));
    expect(await seen).toEqual([3, 4, 5, 6]);
  });

  it('asks to start over after an id that was pruned or never was', async () => {
    const small = await createLiveEvents({ database, clock, keptEvents: 100 });
    for (const number of range(1, 1000)) await small.publish(event(number));
    const restarted = await createLiveEvents({ database, clock, keptEvents: 100 });
    expect(await collect(restarted, 1, 1000)).toEqual(['reset']);
    expect(await collect(restarted, 899, 1000)).toEqual(['reset']);
    expect(await collect(restarted, 900, 1000)).toEqual(range(901, 1000));
    expect(await collect(restarted, 2000, 1000)).toEqual(['reset']);
    restarted.close();
  });

  it('tells nobody of a transaction that failed, and everybody of one that was committed', async () => {
    const seen = collect(events, undefined, 1);
    const failing = database.transaction().execute(async (transaction) => {
      await events.append(transaction, event(99));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await events.flush();
    await database.transaction().execute(async (transaction) => {
      await events.append(transaction, event(1));
      expect(await events.lastEventId(transaction)).toBe(1);
    });
    await events.flush();
    expect(await seen).toEqual([1]);
  });

  it('keeps the order when an event is published before what was stored earlier is told of', async () => {
    const seen = collect(events, undefined, 4);
    await database.transaction().execute((transaction) => events.append(transaction, event(1)));
    await Promise.all([events.publish(event(2)), events.publish(event(3)), events.flush()]);
    await events.publish(event(4));
    expect(await seen).toEqual([1, 2, 3, 4]);
  });

  it('ends its listeners when it closes', async () => {
    const listener = events.listen({ signal: new AbortController().signal });
    const next = listener.next();
    events.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('gives every listener every event once and in order, however often it reconnects', async () => {
    const batches = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(batches, cuts, async (sizes, lengths) => {
        const fresh = await openDatabase(':memory:');
        const log = await createLiveEvents({ database: fresh, clock });
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const reading = readInPieces(log, lengths, total);
        let number = 0;
        for (const size of sizes) {
          await Promise.all(range(number + 1, number + size).map((next) => log.publish(event(next))));
          number += size;
        }
        expect(await reading).toEqual(range(1, total));
        await fresh.destroy();
      }),
      { numRuns: 25 },
    );
  });

  /** Reconnects with its last id after each of `lengths` batches, in turn. */
  async function readInPieces(log: LiveEvents, lengths: readonly number[], total: number): Promise<number[]> {
    const ids: number[] = [];
    for (let turn = 0; ids.length < total; turn += 1) {
      const stop = new AbortController();
      let left = lengths[turn % lengths.length] ?? 1;
      for await (const batch of log.listen({ after: ids.at(-1) ?? 0, signal: stop.signal })) {
        if (batch.kind === 'reset') throw new Error('No event was pruned.');
        // A connection may break in the middle of a batch.
        const taken = batch.frames.slice(0, left);
        ids.push(...taken.map(({ eventId }) => eventId));
        left -= taken.length;
        if (left <= 0 || ids.length === total) break;
      }
    }
    return ids;
  }
});

function numberOf(frame: string): number {
  const [, data = ''] = /^id: \d+\ndata: (.*)\n\n$/.exec(frame) ?? [];
  const parsed = liveEventSchema.parse(JSON.parse(data));
  return parsed.type === 'thread_deleted' ? Number(parsed.thread_id) : Number.NaN;
}
