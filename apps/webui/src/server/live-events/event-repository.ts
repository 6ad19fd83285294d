import type { LiveEvent } from '../../shared/events.ts';
import type { Database } from '../database/connection.ts';

export type EventRow = { readonly eventId: number; readonly json: string };

/** The append-only log. Ids grow by one; the newest row is never pruned. */
export type EventRepository = {
  append(event: LiveEvent, at: { createdAt: Date; transaction?: Database }): Promise<EventRow>;
  readAfter(eventId: number, limit: number): Promise<EventRow[]>;
  /** `undefined` when there are none. */
  oldestId(): Promise<number | undefined>;
  newestId(transaction?: Database): Promise<number>;
  /** Removes all events before this one. */
  prune(firstKeptId: number): Promise<void>;
};

export function createEventRepository(database: Database): EventRepository {
  return {
    async append(event, { createdAt, transaction = database }) {
      const json = JSON.stringify(event);
      const row = { event_json: json, created_at: createdAt.toISOString() };
      const inserted = await transaction
        .insertInto('events')
        .values(row)
        .returning('event_id')
        .executeTakeFirstOrThrow();
      return { eventId: inserted.event_id, json };
    },
    async readAfter(eventId, limit) {
      const rows = await database
        .selectFrom('events')
        .select(['event_id', 'event_json'])
        .where('event_id', '>', eventId)
        .orderBy('event_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ eventId: row.event_id, json: row.event_json }));
    },
    async oldestId() {
      const row = await database
        .selectFrom('events')
        .select('event_id')
        .orderBy('event_id')
        .limit(1)
        .executeTakeFirst();
      return row?.event_id;
    },
    async newestId(transaction = database) {
      const rows = transaction.selectFrom('events').select('event_id').orderBy('event_id', 'desc').limit(1);
      return (await rows.executeTakeFirst())?.event_id ?? 0;
    },
    async prune(firstKeptId) {
      await database.deleteFrom('events').where('event_id', '<', firstKeptId).execute();
    },
  };
}
