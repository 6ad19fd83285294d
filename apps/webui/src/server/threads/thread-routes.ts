import * as z from 'zod';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import {
  threadCreateSchema,
  threadListSchema,
  threadPatchSchema,
  threadSchema,
  type Thread,
} from '../../shared/threads.ts';
import type { AppContext } from '../app-context.ts';
import { recordCeiling } from '../audit/record-ceiling.ts';
import { requireBindable, requireFittingProject } from '../bindings/validate-configuration.ts';
import type { Database } from '../database/connection.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createProjectRepository } from '../projects/project-repository.ts';
import { announceChange } from './announced-change.ts';
import { requireThread } from './require-thread.ts';
import { createThreadRepository } from './thread-repository.ts';

export type ThreadContext = Pick<
  AppContext,
  'audit' | 'clock' | 'database' | 'devices' | 'events' | 'hub' | 'random'
> & {
  /** Ends what runs in the thread. */
  readonly stopRuns: (threadId: string) => Promise<void>;
  /** Removes the files of its images. */
  readonly sweepAttachments: () => Promise<void>;
};

const params = z.strictObject({ thread_id: z.string() });
const threadSaved = { action: 'ceiling.conversation_saved' } as const;
const unbound: EnvironmentConfiguration = { environment_bindings: [], default_environment: null };

export function registerThreadRoutes(app: HttpApp, context: ThreadContext): void {
  app.get(
    '/api/threads',
    { schema: { summary: 'List conversations', response: { 200: threadListSchema } } },
    async () => ({
      threads: await createThreadRepository(context.database).list(),
    }),
  );
  app.post(
    '/api/threads',
    { schema: { summary: 'Make a conversation', body: threadCreateSchema, response: { 201: threadSchema } } },
    async (request, reply) => {
      const { title = 'New conversation', project_id = null, configuration = unbound } = request.body;
      const now = context.clock.now().toISOString();
      const thread_id = `thread-${context.random.uuid()}`;
      const thread = { thread_id, project_id, title, configuration, created_at: now, updated_at: now };
      await requireBindable(configuration, context);
      const created = await create(thread, context);
      await recordCeiling(context, request, { ...threadSaved, subject: thread_id, after: configuration });
      return reply.code(201).send(created);
    },
  );
  registerOneThreadRoutes(app, context);
}

function registerOneThreadRoutes(app: HttpApp, context: ThreadContext): void {
  app.get(
    '/api/threads/:thread_id',
    { schema: { summary: 'Read a conversation', params, response: { 200: threadSchema } } },
    async (request) => requireThread(context.database, request.params.thread_id),
  );
  app.patch(
    '/api/threads/:thread_id',
    {
      schema: {
        summary: 'Rename a conversation or save its bindings',
        params,
        body: threadPatchSchema,
        response: { 200: threadSchema },
      },
    },
    async (request) => {
      const { thread_id: subject } = request.params;
      const { thread, before } = await changeThread(subject, request.body, context);
      await recordCeiling(context, request, { ...threadSaved, subject, before, after: thread.configuration });
      return thread;
    },
  );
  app.delete(
    '/api/threads/:thread_id',
    {
      config: { answers: { 204: { description: 'Deleted; what ran in it is stopped.' } } },
      schema: { summary: 'Delete a conversation', params },
    },
    async (request, reply) => {
      const { thread_id: subject } = request.params;
      await removeThread(subject, context);
      await context.audit.record({ request, action: 'conversation.deleted', subject });
      return reply.code(204).send();
    },
  );
}

async function changeThread(
  threadId: string,
  { title, configuration }: z.output<typeof threadPatchSchema>,
  context: ThreadContext,
): Promise<{ thread: Thread; before: EnvironmentConfiguration }> {
  const known = await requireThread(context.database, threadId);
  if (configuration !== undefined) await requireBindable(configuration, context, known.configuration);
  return announceChange(context, async (transaction) => {
    const before = await requireThread(transaction, threadId);
    const thread = {
      ...before,
      title: title ?? before.title,
      configuration: configuration ?? before.configuration,
      updated_at: context.clock.now().toISOString(),
    };
    if (configuration !== undefined) await requireProjectOf(thread, transaction);
    await createThreadRepository(transaction).save(thread);
    return { result: { thread, before: before.configuration }, events: [{ type: 'thread', thread }] };
  });
}

/** In the transaction that saves the thread: its project may be deleted or changed at any time before. */
async function requireProjectOf(thread: Thread, transaction: Database): Promise<void> {
  if (thread.project_id === null) return;
  const project = await createProjectRepository(transaction).find(thread.project_id);
  if (project === undefined) {
    const errors = [{ path: 'project_id', message: 'This project does not exist.' }];
    throw new ProblemError('invalid_request', 'Choose a project that exists.', { errors });
  }
  requireFittingProject(thread.configuration, project.configuration);
}

function create(thread: Thread, context: ThreadContext): Promise<Thread> {
  return announceChange(context, async (transaction) => {
    await requireProjectOf(thread, transaction);
    await createThreadRepository(transaction).save(thread);
    return { result: thread, events: [{ type: 'thread', thread }] };
  });
}

async function removeThread(threadId: string, context: ThreadContext): Promise<void> {
  await requireThread(context.database, threadId);
  await context.stopRuns(threadId);
  await announceChange(context, async (transaction) => {
    await createThreadRepository(transaction).remove(threadId);
    return { result: undefined, events: [{ type: 'thread_deleted', thread_id: threadId }] };
  });
  // A run may have begun between the two.
  await context.stopRuns(threadId);
  await context.sweepAttachments();
}
