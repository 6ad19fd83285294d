import * as z from 'zod';
import { transcriptSchema, type Transcript } from '../../shared/threads.ts';
import type { AppContext } from '../app-context.ts';
import type { HttpApp } from '../http/http-app.ts';
import { createApprovalRepository } from '../runs/approval-repository.ts';
import { createMessageRepository } from '../runs/message-repository.ts';
import { createRunRepository } from '../runs/run-repository.ts';
import { createToolCallRepository } from '../runs/tool-call-repository.ts';
import { requireThread } from './require-thread.ts';

type TranscriptContext = Pick<AppContext, 'database' | 'events'>;

const schema = {
  summary: 'Read what happened in a conversation',
  params: z.strictObject({ thread_id: z.string() }),
  response: { 200: transcriptSchema },
};

export function registerTranscriptRoutes(app: HttpApp, context: TranscriptContext): void {
  app.get('/api/threads/:thread_id/transcript', { schema }, async (request) =>
    readTranscript(request.params.thread_id, context),
  );
}

/** One transaction, so that the events after `last_event_id` are exactly those that it does not hold. */
export function readTranscript(
  threadId: string,
  { database, events }: TranscriptContext,
): Promise<Transcript> {
  return database.transaction().execute(async (transaction) => ({
    thread: await requireThread(transaction, threadId),
    runs: await createRunRepository(transaction).listByThread(threadId),
    messages: await createMessageRepository(transaction).listByThread(threadId),
    calls: await createToolCallRepository(transaction).listByThread(threadId),
    approvals: await createApprovalRepository(transaction).listByThread(threadId),
    last_event_id: await events.lastEventId(transaction),
  }));
}
