import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import type { LiveEvent } from '../../shared/events.ts';
import type { ToolCall } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { announceChange } from '../threads/announced-change.ts';
import { callEvent, moveRun, requireRun, runEvent, type JournalContext } from './move-run.ts';
import { nextPosition } from './position-repository.ts';
import { createToolCallRepository } from './tool-call-repository.ts';

export type BegunCall = {
  readonly threadId: string;
  readonly operationId: string;
  readonly call: Pick<ToolCall, 'call_id' | 'run_id' | 'call' | 'alias'>;
};

/** The calls of runs, stored before they are announced. */
export type CallJournal = {
  find(runId: string, callId: string): Promise<ToolCall | undefined>;
  /** Throws `run_ended` when the run takes no calls. */
  begin(begun: BegunCall): Promise<ToolCall>;
  /** An answer never changes: what is stored already is given back. */
  finish(begun: ToolCall, result: ComputerToolResult): Promise<ToolCall>;
};

export function createCallJournal(context: JournalContext): CallJournal {
  return {
    find: (runId, callId) => createToolCallRepository(context.database).find(runId, callId),
    begin: (begun) =>
      announceChange(context, (transaction) => beginCall(transaction, begun, context.clock.now())),
    finish: (begun, result) =>
      announceChange(context, (transaction) =>
        finishCall(transaction, finishedCall(begun, result, context.clock.now())),
      ),
  };
}

async function beginCall(transaction: Database, begun: BegunCall, at: Date) {
  const { threadId, call } = begun;
  const before = await requireRun(transaction, call.run_id);
  const run =
    before.state === 'running'
      ? before
      : await moveRun(transaction, { runId: call.run_id, event: 'call_started' });
  const started = await insertCall(transaction, begun, { state: 'running', at });
  const events = [callEvent(threadId, started)];
  return { result: started, events: run.state === before.state ? events : [runEvent(run), ...events] };
}

export async function insertCall(
  transaction: Database,
  { threadId, operationId, call }: BegunCall,
  { state, at }: { state: 'waiting' | 'running'; at: Date },
): Promise<ToolCall> {
  const position = await nextPosition(transaction, threadId);
  const begun = { state, result: null, started_at: at.toISOString(), duration_ms: null };
  const stored: ToolCall = { ...call, position, ...begun };
  await createToolCallRepository(transaction).insert(stored, { threadId, operationId });
  return stored;
}

async function finishCall(transaction: Database, call: ToolCall) {
  const calls = createToolCallRepository(transaction);
  const run = await requireRun(transaction, call.run_id);
  const stored = await calls.find(call.run_id, call.call_id);
  if (stored?.state === 'finished') return { result: stored, events: [] };
  await calls.finish(call);
  const events: LiveEvent[] = [callEvent(run.thread_id, call)];
  const mayWait = run.agent === 'operator' && run.state === 'running';
  if (mayWait && (await calls.listUnfinished(call.run_id)).length === 0) {
    events.push(runEvent(await moveRun(transaction, { runId: call.run_id, event: 'calls_settled' })));
  }
  return { result: call, events };
}

export function finishedCall(begun: ToolCall, result: ComputerToolResult, at: Date): ToolCall {
  // The wall clock may step back; a duration never does.
  const durationMs = Math.max(0, at.getTime() - Date.parse(begun.started_at));
  return { ...begun, state: 'finished', result, duration_ms: durationMs };
}
