import { describeCall } from '../../shared/call-words.ts';
import { outcomeOf } from './approval-words.ts';
import type { ShownApproval } from './shown-approval.ts';

/** Says politely that an answer is waited for; always there, so that a change of its text is heard. */
export function ApprovalAnnouncer({ shown }: { readonly shown: ShownApproval | null }) {
  return (
    <p className="visually-hidden" role="status" aria-label="Approvals">
      {shown !== null && announcementOf(shown)}
    </p>
  );
}

function announcementOf({ approval, call }: ShownApproval): string {
  const outcome = outcomeOf(approval, true);
  if (outcome !== null) return `${outcome.label}. ${outcome.sentence}`;
  return `Your approval is needed: ${describeCall(call.call)}. Press F8 to answer.`;
}
