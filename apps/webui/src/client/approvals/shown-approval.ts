import type { Approval } from '../../shared/approvals.ts';
import type { ToolCall, Transcript } from '../../shared/threads.ts';

export type ShownApproval = { readonly approval: Approval; readonly call: ToolCall };

/**
 * What the person is asked now; after their answer, its outcome until the run has gone on. `null` when there is neither.
 */
export function shownApproval(transcript: Transcript): ShownApproval | null {
  const { runs, approvals, calls, messages } = transcript;
  const going = new Set(runs.filter((run) => run.ended_at === null).map((run) => run.run_id));
  const ofGoing = approvals.filter((approval) => going.has(approval.run_id));
  const approval = ofGoing.find(({ state }) => state === 'pending') ?? ofGoing.at(-1);
  const call = calls.find((candidate) => candidate.call_id === approval?.call_id);
  if (approval === undefined || call === undefined) return null;
  if (approval.state === 'pending') return { approval, call };
  const later = [...calls, ...messages].some((item) => item.position > call.position);
  return later ? null : { approval, call };
}

export function pendingCount({ approvals }: Transcript): number {
  return approvals.filter(({ state }) => state === 'pending').length;
}
