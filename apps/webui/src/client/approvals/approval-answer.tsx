import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Approval } from '../../shared/approvals.ts';
import { Button } from '../design/button.tsx';
import { formatLeft } from '../time/format-time.ts';
import { useNow } from '../time/use-now.ts';
import type { Approvals } from './use-approvals.ts';
import './approvals.css';

type ApprovalAnswerProps = { readonly approval: Approval; readonly approvals: Approvals };

/** How long a button is shown before it can be pressed: a press that was meant for what stood there before is not a yes. */
const restMs = 500;

/** *Deny*, *Approve* and the time that is left. */
export function ApprovalAnswer({ approval, approvals }: ApprovalAnswerProps) {
  const now = useNow(1000);
  const isReady = useElapsed(restMs);
  const isExpired = Date.parse(approval.expires_at) <= now;
  const isSending = approvals.pendingId === approval.approval_id;
  const isDisabled = !isReady || isExpired;
  return (
    <div className="approval-answer">
      <Button
        variant="primary"
        size="small"
        isDisabled={isDisabled}
        isPending={isSending}
        onPress={() => approvals.decide(approval, 'approve')}
      >
        <Check size={14} aria-hidden="true" />
        Approve
      </Button>
      <Button
        size="small"
        isDisabled={isDisabled || isSending}
        onPress={() => approvals.decide(approval, 'deny')}
      >
        <X size={14} aria-hidden="true" />
        Deny
      </Button>
      <span className="muted small">{isExpired ? 'Time is up' : formatLeft(approval.expires_at, now)}</span>
    </div>
  );
}

function useElapsed(delayMs: number): boolean {
  const [isElapsed, setIsElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsElapsed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isElapsed;
}
