import type { Message } from '../../shared/messages.ts';
import type { Database } from '../database/connection.ts';

export type MessageRepository = {
  insert(message: Message): Promise<void>;
  /** Replaces its text and state. */
  update(message: Pick<Message, 'message_id' | 'text' | 'state'>): Promise<void>;
  /** In the order in which they came. */
  listByThread(threadId: string): Promise<Message[]>;
  listStreaming(runId: string): Promise<Message[]>;
};

export function createMessageRepository(database: Database): MessageRepository {
  const rows = () => database.selectFrom('messages').selectAll().orderBy('position');
  return {
    async insert(message) {
      await database.insertInto('messages').values(message).execute();
    },
    async update({ message_id, text, state }) {
      await database
        .updateTable('messages')
        .set({ text, state })
        .where('message_id', '=', message_id)
        .execute();
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
