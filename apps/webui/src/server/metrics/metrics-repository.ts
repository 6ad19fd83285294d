import type { Run } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';

/** What is counted when it is asked for, and not as it happens. */
export type MetricsRepository = {
  openRuns(): Promise<(Pick<Run, 'agent' | 'state'> & { count: number })[]>;
  pendingPairings(now: Date): Promise<number>;
  /** Of the files that are kept; several rows may share one. */
  attachmentBytes(): Promise<number>;
};

export function createMetricsRepository(database: Database): MetricsRepository {
  return {
    openRuns() {
      return database
        .selectFrom('runs')
        .select(({ fn }) => ['agent', 'state', fn.countAll<number>().as('count')])
        .where('state', 'in', ['queued', 'running', 'waiting'])
        .groupBy(['agent', 'state'])
        .execute();
    },
    async pendingPairings(now) {
      const row = await database
        .selectFrom('pairings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'pending')
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    async attachmentBytes() {
      const files = database
        .selectFrom('attachments')
        .select(['sha256', 'size_bytes'])
        .distinct()
        .where('removed_at', 'is', null);
      const row = await database
        .selectFrom(files.as('files'))
        .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
        .executeTakeFirst();
      return row?.bytes ?? 0;
    },
  };
}
