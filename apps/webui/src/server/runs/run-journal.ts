import type { LiveEvent } from '../../shared/events.ts';
import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { EndedBy, Run, ToolCall } from '../../shared/threads.ts';
import { unknownOutcome } from '../agent/tool-error.ts';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createThreadRepository } from '../threads/thread-repository.ts';
import { hasEnded, nextRunState, type RunEvent } from './run-state.ts';
import { nextPosition } from './position-repository.ts';
import { createRunRepository } from './run-repository.ts';
import { createToolCallRepository } from './tool-call-repository.ts';

export type RunEnd = {
  readonly event: 'finish' | 'stop' | 'fail';
  readonly ended_by: EndedBy;
  readonly reason: string;
};
type BegunCall = {
  readonly threadId: string;
  readonly operationId: string;
  readonly call: Pick<ToolCall, 'call_id' | 'run_id' | 'call' | 'alias'>;
};

/** What happened in runs, stored before it is announced. */
export type RunJournal = {
  /** Throws `run_active` when the thread has a run already. */
  create(run: Run): Promise<void>;
  find(runId: string): Promise<Run | undefined>;
  start(runId: string): Promise<Run>;
  findCall(runId: string, callId: string): Promise<ToolCall | undefined>;
  /** Throws `run_ended` when the run takes no calls. */
  beginCall(begun: BegunCall): Promise<ToolCall>;
  finishCall(begun: ToolCall, result: ComputerToolResult): Promise<ToolCall>;
  /** Ends the run unless it has ended; a call without a result gets one that says that its outcome is unknown. */
  end(runId: string, end: RunEnd): Promise<Run>;
  /** For the start of the server: ends what an earlier process left open. */
  endLeftovers(): Promise<void>;
};

type JournalContext = Pick<AppContext, 'database' | 'events' | 'clock'>;

export function createRunJournal(context: JournalContext): RunJournal {
  const end = (runId: string, ending: RunEnd) =>
    announceChange(context, (transaction) => endRun(transaction, { runId, ending, at: context.clock.now() }));
  return {
    create: (run) => announceChange(context, (transaction) => createRun(transaction, run)),
    find: (runId) => createRunRepository(context.database).find(runId),
    start: (runId) =>
      announceChange(context, async (transaction) => {
        const run = await moveRun(transaction, { runId, event: 'start' });
        return { result: run, events: [{ type: 'run', run }] };
      }),
    findCall: (runId, callId) => createToolCallRepository(context.database).find(runId, callId),
    beginCall: (begun) =>
      announceChange(context, (transaction) => beginCall(transaction, begun, context.clock.now())),
    finishCall: (begun, result) =>
      announceChange(context, (transaction) =>
        finishCall(transaction, finishedCall(begun, result, context.clock.now())),
      ),
    end,
    async endLeftovers() {
      for (const run of await createRunRepository(context.database).listOpen())
        await end(run.run_id, leftover);
    },
  };
}

const leftover: RunEnd = {
  event: 'fail',
  ended_by: 'server',
  reason: 'The server ended without warning while this run went on. Start another run to continue.',
};

async function createRun(transaction: Database, run: Run) {
  const runs = createRunRepository(transaction);
  if ((await runs.findOpen(run.thread_id)) !== undefined) {
    throw new ProblemError(
      'run_active',
      'This conversation has a run that goes on. Stop or finish it first.',
    );
  }
  const threads = createThreadRepository(transaction);
  const found = await threads.find(run.thread_id);
  if (found === undefined) throw new ProblemError('not_found', 'This conversation no longer exists.');
  await runs.insert(run);
  const thread = { ...found, updated_at: run.started_at };
  await threads.save(thread);
  const events: LiveEvent[] = [runEvent(run), { type: 'thread', thread }];
  return { result: undefined, events };
}

async function beginCall(transaction: Database, { threadId, operationId, call }: BegunCall, at: Date) {
  const started: ToolCall = {
    ...call,
    position: await nextPosition(transaction, threadId),
    state: 'running',
    result: null,
    started_at: at.toISOString(),
    duration_ms: null,
  };
  const before = await requireRun(transaction, call.run_id);
  const run =
    before.state === 'running'
      ? before
      : await moveRun(transaction, { runId: call.run_id, event: 'call_started' });
  await createToolCallRepository(transaction).insert(started, { threadId, operationId });
  const events = [callEvent(threadId, started)];
  return { result: started, events: run.state === before.state ? events : [runEvent(run), ...events] };
}

async function finishCall(transaction: Database, call: ToolCall) {
  const calls = createToolCallRepository(transaction);
  const run = await requireRun(transaction, call.run_id);
  const stored = await calls.find(call.run_id, call.call_id);
  // The run ended meanwhile and the call has an answer already: an answer never changes.
  if (stored?.state === 'finished') return { result: stored, events: [] };
  await calls.finish(call);
  const events: LiveEvent[] = [callEvent(run.thread_id, call)];
  const unfinished = await calls.listUnfinished(call.run_id);
  if (unfinished.length === 0 && run.state === 'running') {
    events.push(runEvent(await moveRun(transaction, { runId: call.run_id, event: 'calls_settled' })));
  }
  return { result: call, events };
}

async function endRun(
  transaction: Database,
  { runId, ending, at }: { runId: string; ending: RunEnd; at: Date },
) {
  const before = await requireRun(transaction, runId);
  if (hasEnded(before.state)) return { result: before, events: [] };
  const calls = createToolCallRepository(transaction);
  const events: LiveEvent[] = [];
  for (const unfinished of await calls.listUnfinished(runId)) {
    const call: ToolCall = { ...unfinished, state: 'finished', result: unknownOutcome(abandoned) };
    await calls.finish(call);
    events.push(callEvent(before.thread_id, call));
  }
  if (before.state === 'running') await moveRun(transaction, { runId, event: 'calls_settled' });
  const run = await moveRun(transaction, { runId, ...ending, ended_at: at.toISOString() });
  return { result: run, events: [...events, runEvent(run)] };
}

const abandoned =
  'The run ended before an answer came. How far this call went is not known; it is not repeated.';

type Move = { runId: string; event: RunEvent; reason?: string; ended_by?: EndedBy; ended_at?: string };

async function moveRun(
  transaction: Database,
  { runId, event, reason, ended_by, ended_at }: Move,
): Promise<Run> {
  const run = await requireRun(transaction, runId);
  const state = nextRunState(run.state, event);
  if (state === undefined) throw impossible(run);
  const change = {
    state,
    reason: reason ?? run.reason,
    ended_by: ended_by ?? run.ended_by,
    ended_at: ended_at ?? run.ended_at,
  };
  await createRunRepository(transaction).update(runId, change);
  return { ...run, ...change };
}

function impossible({ state }: Run): ProblemError {
  if (hasEnded(state)) return new ProblemError('run_ended', 'This run has ended. Start another one.');
  return new ProblemError('conflict', 'A call is in progress. Wait for its answer, or stop the run.');
}

async function requireRun(transaction: Database, runId: string): Promise<Run> {
  const run = await createRunRepository(transaction).find(runId);
  if (run === undefined) throw new ProblemError('not_found', 'This run no longer exists.');
  return run;
}

function finishedCall(begun: ToolCall, result: ComputerToolResult, at: Date): ToolCall {
  // The wall clock may step back; a duration never does.
  const durationMs = Math.max(0, at.getTime() - Date.parse(begun.started_at));
  return { ...begun, state: 'finished', result, duration_ms: durationMs };
}

function runEvent(run: Run): LiveEvent {
  return { type: 'run', run };
}

function callEvent(threadId: string, call: ToolCall): LiveEvent {
  return { type: 'tool_call', thread_id: threadId, call };
}
