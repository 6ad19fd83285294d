import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { approvalSchema, type Approval } from '../../shared/approvals.ts';
import { applyAnswer, transcriptQuery } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';

type Decision = 'approve' | 'deny';

export type Approvals = {
  readonly decide: (approval: Approval, decision: Decision) => void;
  /** The one whose answer is on its way. */
  readonly pendingId: string | null;
  readonly error: Error | null;
  /** False for an answer that was given in another window. */
  readonly isOwnAnswer: (approval: Approval) => boolean;
};

/** The person's answers, wherever on the page they are given. */
export function useApprovals(threadId: string): Approvals {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, variables, error } = useOnceMutation({
    mutationFn: async ({ approval, decision }: { approval: Approval; decision: Decision }) => {
      const path = `/api/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(approval.run_id)}`;
      const answer = await request(`${path}/approvals/${encodeURIComponent(approval.approval_id)}`, {
        method: 'POST',
        body: { decision },
        answer: approvalSchema,
      });
      setOwn((known) => new Set([...known, answer.approval_id]));
      applyAnswer(queryClient, eventLog, { type: 'approval', approval: answer });
    },
    // It was answered elsewhere, has expired, or the answer was lost: the transcript knows.
    onError: () => queryClient.invalidateQueries({ queryKey: transcriptQuery(eventLog, threadId).queryKey }),
  });
  const pendingId = isPending ? variables.approval.approval_id : null;
  return useMemo(
    () => ({
      decide: (approval, decision) => mutate({ approval, decision }),
      pendingId,
      error,
      isOwnAnswer: (approval) => own.has(approval.approval_id),
    }),
    [mutate, pendingId, error, own],
  );
}
