import { environmentConfigurationSchema } from '../../shared/bindings.ts';
import type { Thread } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';

export type ThreadRepository = {
  /** The last changed first. */
  list(): Promise<Thread[]>;
  listByProject(projectId: string): Promise<Thread[]>;
  find(threadId: string): Promise<Thread | undefined>;
  /** Inserts it, or replaces everything but its time of creation. */
  save(thread: Thread): Promise<void>;
  /** Its runs, calls and attachments go with it. */
  remove(threadId: string): Promise<void>;
};

export function createThreadRepository(database: Database): ThreadRepository {
  const rows = () => database.selectFrom('threads').selectAll();
  return {
    async list() {
      return (await rows().orderBy('updated_at', 'desc').orderBy('thread_id').execute()).map(threadOf);
    },
    async listByProject(projectId) {
      const found = await rows().where('project_id', '=', projectId).orderBy('thread_id').execute();
      return found.map(threadOf);
    },
    async find(threadId) {
      const row = await rows().where('thread_id', '=', threadId).executeTakeFirst();
      return row === undefined ? undefined : threadOf(row);
    },
    async save({ configuration, ...thread }) {
      const { thread_id, created_at, ...changeable } = thread;
      const changes = { ...changeable, configuration_json: JSON.stringify(configuration) };
      await database
        .insertInto('threads')
        .values({ thread_id, created_at, ...changes })
        .onConflict((conflict) => conflict.column('thread_id').doUpdateSet(changes))
        .execute();
    },
    async remove(threadId) {
      await database.deleteFrom('threads').where('thread_id', '=', threadId).execute();
    },
  };
}

function threadOf(row: Omit<Thread, 'configuration'> & { configuration_json: string }): Thread {
  const { configuration_json, ...thread } = row;
  return { ...thread, configuration: parseJson(environmentConfigurationSchema, configuration_json) };
}
