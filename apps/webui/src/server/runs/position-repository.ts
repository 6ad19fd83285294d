import type { Database } from '../database/connection.ts';

/** The place of the next message or call of the thread; ask within the transaction that takes it. */
export async function nextPosition(transaction: Database, threadId: string): Promise<number> {
  const [call, message] = await Promise.all([
    transaction
      .selectFrom('tool_calls')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('thread_id', '=', threadId)
      .executeTakeFirst(),
    transaction
      .selectFrom('messages')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('thread_id', '=', threadId)
      .executeTakeFirst(),
  ]);
  return Math.max(call?.last ?? 0, message?.last ?? 0) + 1;
}
