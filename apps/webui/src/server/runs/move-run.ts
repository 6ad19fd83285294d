import type { LiveEvent } from '../../shared/events.ts';
import type { EndedBy, Run, ToolCall } from '../../shared/threads.ts';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createRunRepository } from './run-repository.ts';
import { hasEnded, nextRunState, type RunEvent } from './run-state.ts';

export type JournalContext = Pick<AppContext, 'database' | 'events' | 'clock'>;

type Move = { runId: string; event: RunEvent; reason?: string; ended_by?: EndedBy; ended_at?: string };

/** Throws `run_ended` or `conflict` when the event has no meaning in the run's state. */
export async function moveRun(
  transaction: Database,
  { runId, event, reason, ended_by, ended_at }: Move,
): Promise<Run> {
  const run = await requireRun(transaction, runId);
  const state = nextRunState(run, event);
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

export async function requireRun(transaction: Database, runId: string): Promise<Run> {
  const run = await createRunRepository(transaction).find(runId);
  if (run === undefined) throw new ProblemError('not_found', 'This run no longer exists.');
  return run;
}

export function runEvent(run: Run): LiveEvent {
  return { type: 'run', run };
}

export function callEvent(threadId: string, call: ToolCall): LiveEvent {
  return { type: 'tool_call', thread_id: threadId, call };
}
