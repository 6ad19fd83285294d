import type { LiveEvent } from '../../shared/events.ts';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../database/connection.ts';

export type ChangeContext = Pick<AppContext, 'database' | 'events'>;

/** What a change gives back, and the events that tell of it. */
export type AnnouncedChange<Result> = { readonly result: Result; readonly events: readonly LiveEvent[] };

/** Stores a change and its events in one transaction and only then sends them: nobody hears of what is not stored. */
export async function announceChange<Result>(
  { database, events }: ChangeContext,
  change: (transaction: Database) => Promise<AnnouncedChange<Result>>,
): Promise<Result> {
  const result = await database.transaction().execute(async (transaction) => {
    const changed = await change(transaction);
    for (const event of changed.events) await events.append(transaction, event);
    return changed.result;
  });
  await events.flush();
  return result;
}
