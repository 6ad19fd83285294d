import type { LiveEvent } from '../../shared/events.ts';
import type { EndedBy, Run, ToolCall } from '../../shared/threads.ts';
import { refusedCall, unknownOutcome } from '../agent/tool-error.ts';
import type { Database } from '../database/connection.ts';
import { createApprovalRepository } from './approval-repository.ts';
import { createMessageRepository } from './message-repository.ts';
import { callEvent, moveRun, requireRun, runEvent } from './move-run.ts';
import { hasEnded } from './run-state.ts';
import { createToolCallRepository } from './tool-call-repository.ts';

export type RunEnd = {
  readonly event: 'finish' | 'stop' | 'fail';
  readonly ended_by: EndedBy;
  readonly reason: string;
};

type Ending = { readonly runId: string; readonly ending: RunEnd; readonly at: Date };

/** Ends the run and everything of it that is open, with words for each that hold whatever happened. */
export async function endRun(transaction: Database, { runId, ending, at }: Ending) {
  const before = await requireRun(transaction, runId);
  if (hasEnded(before.state)) return { result: before, events: [] };
  const events: LiveEvent[] = [
    ...(await cutMessages(transaction, runId)),
    ...(await cancelApprovals(transaction, runId, at)),
    ...(await abandonCalls(transaction, before)),
  ];
  await settle(transaction, before);
  const run = await moveRun(transaction, { runId, ...ending, ended_at: at.toISOString() });
  return { result: run, events: [...events, runEvent(run)] };
}

/** No call of it is open any more: an Operator run may finish now. */
async function settle(transaction: Database, { run_id: runId, agent, state }: Run): Promise<void> {
  if (agent === 'operator' && state === 'running')
    await moveRun(transaction, { runId, event: 'calls_settled' });
}

async function cutMessages(transaction: Database, runId: string): Promise<LiveEvent[]> {
  const messages = createMessageRepository(transaction);
  const events: LiveEvent[] = [];
  for (const streaming of await messages.listStreaming(runId)) {
    await messages.setState(streaming.message_id, 'cut');
    events.push({ type: 'message', message: { ...streaming, state: 'cut' } });
  }
  return events;
}

async function cancelApprovals(transaction: Database, runId: string, at: Date): Promise<LiveEvent[]> {
  const approvals = createApprovalRepository(transaction);
  const events: LiveEvent[] = [];
  for (const pending of await approvals.listPending(runId)) {
    const state = Date.parse(pending.expires_at) <= at.getTime() ? 'expired' : 'cancelled';
    const approval = { ...pending, state, decided_at: at.toISOString() } as const;
    await approvals.update(approval);
    events.push({ type: 'approval', approval });
  }
  return events;
}

async function abandonCalls(transaction: Database, run: Run): Promise<LiveEvent[]> {
  const calls = createToolCallRepository(transaction);
  const events: LiveEvent[] = [];
  for (const unfinished of await calls.listUnfinished(run.run_id)) {
    const result = unfinished.state === 'waiting' ? neverSent : unknownOutcome(abandoned);
    const call: ToolCall = { ...unfinished, state: 'finished', result };
    await calls.finish(call);
    events.push(callEvent(run.thread_id, call));
  }
  return events;
}

const neverSent = refusedCall(
  'cancelled',
  'The run ended while it waited for your approval. Nothing was sent.',
);
const abandoned =
  'The run ended before an answer came. How far this call went is not known; it is not repeated.';

/** How a run ends that an earlier process of the server left open. */
export function leftoverEnd({ agent, state }: Run): RunEnd {
  const ended = { event: 'fail', ended_by: 'server' } as const;
  if (state === 'queued') {
    return { ...ended, reason: 'The server ended before this run began. Nothing was done. Start it again.' };
  }
  if (agent === 'model' && state === 'waiting') {
    const reason =
      'The server ended without warning while this run waited for your approval. The input that it asked for was never sent.';
    return { ...ended, reason };
  }
  return {
    ...ended,
    reason: 'The server ended without warning while this run went on. Start another run to continue.',
  };
}
