import type { Thread } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createThreadRepository } from './thread-repository.ts';

export async function requireThread(database: Database, threadId: string): Promise<Thread> {
  const thread = await createThreadRepository(database).find(threadId);
  if (thread === undefined) throw new ProblemError('not_found', 'This conversation does not exist.');
  return thread;
}
