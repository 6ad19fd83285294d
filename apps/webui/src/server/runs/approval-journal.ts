import type { Approval } from '../../shared/approvals.ts';
import type { LiveEvent } from '../../shared/events.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { hostRefusal, type ToolError } from '../agent/tool-error.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createApprovalRepository } from './approval-repository.ts';
import { finishedCall, insertCall, type BegunCall } from './call-journal.ts';
import { callEvent, moveRun, requireRun, runEvent, type JournalContext } from './move-run.ts';
import { createToolCallRepository } from './tool-call-repository.ts';

export type Decision = {
  readonly state: Exclude<Approval['state'], 'pending'>;
  /** The person answered on the desktop that the input is for. */
  readonly sameDesktop: boolean;
};

type Question = Pick<Approval, 'approval_id' | 'kind' | 'purpose' | 'expires_at'>;

/** Questions to the person with the calls that wait for the answer, stored together. */
export type ApprovalJournal = {
  /** Stores the call as waiting and the question for it. */
  ask(begun: BegunCall, question: Question): Promise<{ approval: Approval; call: ToolCall }>;
  find(approvalId: string): Promise<Approval | undefined>;
  /** The call goes on, or gets its answer. Throws `conflict` when the question was answered or has ended. */
  decide(approvalId: string, decision: Decision): Promise<Approval>;
};

export function createApprovalJournal(context: JournalContext): ApprovalJournal {
  return {
    ask: (begun, question) =>
      announceChange(context, (transaction) =>
        ask(transaction, { begun, question, at: context.clock.now() }),
      ),
    find: (approvalId) => createApprovalRepository(context.database).find(approvalId),
    decide: (approvalId, decision) =>
      announceChange(context, (transaction) =>
        decide(transaction, { approvalId, decision, at: context.clock.now() }),
      ),
  };
}

type Asking = { readonly begun: BegunCall; readonly question: Question; readonly at: Date };

async function ask(transaction: Database, { begun, question, at }: Asking) {
  const { run_id, call_id } = begun.call;
  const run = await moveRun(transaction, { runId: run_id, event: 'asked' });
  const call = await insertCall(transaction, begun, { state: 'waiting', at });
  const approval: Approval = {
    ...question,
    run_id,
    thread_id: begun.threadId,
    call_id,
    state: 'pending',
    same_desktop: false,
    created_at: at.toISOString(),
    decided_at: null,
  };
  await createApprovalRepository(transaction).insert(approval);
  const events: LiveEvent[] = [
    callEvent(begun.threadId, call),
    { type: 'approval', approval },
    runEvent(run),
  ];
  return { result: { approval, call }, events };
}

type Deciding = { readonly approvalId: string; readonly decision: Decision; readonly at: Date };

async function decide(transaction: Database, { approvalId, decision, at }: Deciding) {
  const approvals = createApprovalRepository(transaction);
  const asked = await approvals.find(approvalId);
  if (asked?.state !== 'pending') throw answered();
  const { state, sameDesktop: same_desktop } = decision;
  const approval: Approval = { ...asked, state, same_desktop, decided_at: at.toISOString() };
  await approvals.update(approval);
  const run = await requireRun(transaction, asked.run_id);
  const calls = createToolCallRepository(transaction);
  const waiting = await calls.find(asked.run_id, asked.call_id);
  if (run.state !== 'waiting' || waiting?.state !== 'waiting') throw answered();
  const refusal = refusalOf(decision);
  const call: ToolCall =
    refusal === undefined ? { ...waiting, state: 'running' } : finishedCall(waiting, refusal, at);
  await (refusal === undefined ? calls.release(call) : calls.finish(call));
  const resumed = await moveRun(transaction, { runId: asked.run_id, event: 'answered' });
  const events: LiveEvent[] = [
    { type: 'approval', approval },
    callEvent(asked.thread_id, call),
    runEvent(resumed),
  ];
  return { result: approval, events };
}

const answered = () =>
  new ProblemError('conflict', 'This question has been answered already, or its time is over.');

/** `undefined`: the input is sent. */
function refusalOf({ state, sameDesktop }: Decision): ToolError | undefined {
  switch (state) {
    case 'approved':
      return sameDesktop ? seenElsewhere : undefined;
    case 'denied':
      return deniedByPerson;
    case 'expired':
      return hostRefusal('approval_expired', 'Nobody answered in time. Nothing was sent.');
    case 'cancelled':
      return hostRefusal('cancelled', 'The run ended before you answered. Nothing was sent.');
  }
}

export const deniedByPerson = hostRefusal('denied_by_person', 'The person said no. Nothing was sent.');

const seenElsewhere = hostRefusal(
  'approved_on_desktop',
  'The person approved this on the desktop itself, so its screen is no longer the one of the screenshot. Nothing was sent yet.',
  'after_refresh',
);
