import { createApprovalDesk, type ApprovalDesk } from './approval-desk.ts';
import { createApprovalJournal, type ApprovalJournal } from './approval-journal.ts';
import { createCallJournal, type CallJournal } from './call-journal.ts';
import { createMessageJournal, type MessageJournal } from './message-journal.ts';
import type { JournalContext } from './move-run.ts';
import { createRunJournal, type RunJournal } from './run-journal.ts';

/** Everything that is written down of runs, and the desk where their questions wait. */
export type RunJournals = {
  readonly runs: RunJournal;
  readonly calls: CallJournal;
  readonly messages: MessageJournal;
  readonly approvals: ApprovalJournal;
  readonly desk: ApprovalDesk;
};

export function createRunJournals(context: JournalContext): RunJournals {
  const approvals = createApprovalJournal(context);
  return {
    runs: createRunJournal(context),
    calls: createCallJournal(context),
    messages: createMessageJournal(context),
    approvals,
    desk: createApprovalDesk({ journal: approvals, now: () => context.clock.now() }),
  };
}
