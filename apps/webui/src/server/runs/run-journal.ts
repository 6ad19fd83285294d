import type { LiveEvent } from '../../shared/events.ts';
import type { Run } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createThreadRepository } from '../threads/thread-repository.ts';
import { endRun, leftoverEnd, type RunEnd } from './end-run.ts';
import { insertMessage } from './message-journal.ts';
import { moveRun, requireRun, runEvent, type JournalContext } from './move-run.ts';
import { createRunRepository, type RunOrigin } from './run-repository.ts';

const maxQueued = 8;
const maxTitleLength = 60;
const untitled = 'New conversation';

/** What a run of a model is asked to do, as it is stored with the run. */
type Prompt = { readonly messageId: string; readonly text: string };

/** What a run works on from its start to its end. */
export type RunSnapshot = Pick<Run, 'agent_name' | 'model' | 'environment' | 'tools' | 'budget'>;

/** The lives of runs, stored before they are announced. */
export type RunJournal = {
  /** Throws `run_active` when the thread has a run already. */
  create(run: Run, origin: RunOrigin): Promise<void>;
  /** Stores a run of a model and its prompt; throws `run_queue_full` when too many wait already. */
  enqueue(asked: { run: Run; prompt: Prompt; origin: RunOrigin }): Promise<void>;
  find(runId: string): Promise<Run | undefined>;
  start(runId: string): Promise<Run>;
  /** The turn of a queued run has come. */
  begin(runId: string, snapshot: RunSnapshot): Promise<Run>;
  /** Ignored once the run has ended. */
  recordUsage(runId: string, usage: Run['usage']): Promise<void>;
  /** Ends the run unless it has ended, and everything of it that is open. */
  end(runId: string, end: RunEnd): Promise<Run>;
  /** For the start of the server: ends what an earlier process left open. */
  endLeftovers(): Promise<void>;
};

export function createRunJournal(context: JournalContext): RunJournal {
  const now = () => context.clock.now();
  const end = (runId: string, ending: RunEnd) =>
    announceChange(context, (transaction) => endRun(transaction, { runId, ending, at: now() }));
  return {
    create: (run, origin) => announceChange(context, (transaction) => createRun(transaction, run, origin)),
    enqueue: (asked) => announceChange(context, (transaction) => enqueueRun(transaction, asked)),
    find: (runId) => createRunRepository(context.database).find(runId),
    start: (runId) =>
      announceChange(context, async (transaction) => {
        const run = await moveRun(transaction, { runId, event: 'start' });
        return { result: run, events: [runEvent(run)] };
      }),
    begin: (runId, snapshot) =>
      announceChange(context, async (transaction) => {
        const change = { ...snapshot, started_at: now().toISOString() };
        const run = { ...(await moveRun(transaction, { runId, event: 'start' })), ...change };
        await createRunRepository(transaction).update(runId, change);
        return { result: run, events: [runEvent(run)] };
      }),
    recordUsage: (runId, usage) =>
      announceChange(context, async (transaction) => {
        const run = await requireRun(transaction, runId);
        if (run.ended_at !== null) return { result: undefined, events: [] };
        await createRunRepository(transaction).update(runId, { usage });
        return { result: undefined, events: [runEvent({ ...run, usage })] };
      }),
    end,
    async endLeftovers() {
      for (const run of await createRunRepository(context.database).listOpen())
        await end(run.run_id, leftoverEnd(run));
    },
  };
}

async function createRun(transaction: Database, run: Run, origin: RunOrigin) {
  const runs = createRunRepository(transaction);
  if ((await runs.listOpenIn(run.thread_id)).length > 0) {
    throw new ProblemError(
      'run_active',
      'This conversation has a run that goes on. Stop or finish it first.',
    );
  }
  await runs.insert(run, origin);
  const events = [runEvent(run), await touchThread(transaction, run, undefined)];
  return { result: undefined, events };
}

async function enqueueRun(
  transaction: Database,
  { run, prompt: { messageId, text }, origin }: Parameters<RunJournal['enqueue']>[0],
) {
  const runs = createRunRepository(transaction);
  const queued = (await runs.listOpenIn(run.thread_id)).filter(({ state }) => state === 'queued');
  if (queued.length >= maxQueued) {
    throw new ProblemError(
      'run_queue_full',
      `${maxQueued} requests wait in this conversation already. Wait for one to begin, or stop some.`,
    );
  }
  const thread = await touchThread(transaction, run, text);
  await runs.insert(run, origin);
  const message = await insertMessage(transaction, {
    message_id: messageId,
    run_id: run.run_id,
    thread_id: run.thread_id,
    role: 'user',
    text,
    state: 'finished',
    created_at: run.started_at,
  });
  const events: LiveEvent[] = [runEvent(run), { type: 'message', message }, thread];
  return { result: undefined, events };
}

/** The first prompt of a conversation without a title names it. */
async function touchThread(transaction: Database, run: Run, prompt: string | undefined): Promise<LiveEvent> {
  const threads = createThreadRepository(transaction);
  const found = await threads.find(run.thread_id);
  if (found === undefined) throw new ProblemError('not_found', 'This conversation no longer exists.');
  const title = prompt !== undefined && found.title === untitled ? titleOf(prompt) : found.title;
  const thread = { ...found, title, updated_at: run.started_at };
  await threads.save(thread);
  return { type: 'thread', thread };
}

function titleOf(prompt: string): string {
  const line = prompt.replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= maxTitleLength) return line;
  const start = characters.slice(0, maxTitleLength).join('');
  const lastSpace = start.lastIndexOf(' ');
  return `${start.slice(0, lastSpace > 20 ? lastSpace : start.length)}…`;
}
