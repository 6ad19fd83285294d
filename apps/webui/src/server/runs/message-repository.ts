import { sql } from 'kysely';
import type { Message } from '../../shared/messages.ts';
import type { Database } from '../database/connection.ts';

export type MessageRepository = {
  insert(message: Message): Promise<void>;
  find(messageId: string): Promise<Message | undefined>;
  /** Adds to a text that is being written, without reading it; `undefined` when it is not. */
  append(messageId: string, text: string): Promise<Pick<Message, 'run_id' | 'thread_id'> | undefined>;
  setState(messageId: string, state: Message['state']): Promise<void>;
  /** In the order in which they came. */
  listByThread(threadId: string): Promise<Message[]>;
  listStreaming(runId: string): Promise<Message[]>;
};

export function createMessageRepository(database: Database): MessageRepository {
  const rows = () => database.selectFrom('messages').selectAll().orderBy('position');
  const change = (messageId: string) => database.updateTable('messages').where('message_id', '=', messageId);
  return {
    async insert(message) {
      await database.insertInto('messages').values(message).execute();
    },
    async find(messageId) {
      const row = await rows().where('message_id', '=', messageId).executeTakeFirst();
      return row === undefined ? undefined : messageOf(row);
    },
    async append(messageId, text) {
      return change(messageId)
        .set({ text: sql<string>`text || ${text}` })
        .where('state', '=', 'streaming')
        .returning(['run_id', 'thread_id'])
        .executeTakeFirst();
    },
    async setState(messageId, state) {
      await change(messageId).set({ state }).execute();
    },
    async listByThread(threadId) {
      return (await rows().where('thread_id', '=', threadId).execute()).map(messageOf);
    },
    async listStreaming(runId) {
      const found = await rows().where('run_id', '=', runId).where('state', '=', 'streaming').execute();
      return found.map(messageOf);
    },
  };
}

function messageOf(row: Message): Message {
  const { message_id, run_id, thread_id, position, role, text, state, created_at } = row;
  return { message_id, run_id, thread_id, position, role, text, state, created_at };
}
