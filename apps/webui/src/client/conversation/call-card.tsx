import type { ReactNode } from 'react';
import type { Approval } from '../../shared/approvals.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { Status } from '../design/states.tsx';
import { capturedKey, referredKey } from '../evidence/evidence-steps.ts';
import { EvidenceThumbnail } from '../evidence/evidence-thumbnail.tsx';
import { observationOf, type ObservationResult } from '../evidence/observation.ts';
import { TypedText } from '../evidence/typed-text.tsx';
import { capturedWidth, referredWidth } from '../evidence/thumbnail-size.ts';
import { useLiveStatus } from '../live-events/use-live-status.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { Time } from '../time/time.tsx';
import { CallDetails } from './call-details.tsx';
import { CallIcon } from './call-icon.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { describeCall, describeResult } from '../../shared/call-words.ts';
import type { CallRow } from './transcript-rows.ts';

type CallCardProps = Omit<CallRow, 'kind' | 'key'> & {
  /** What the person answers with while the call waits for them. */
  readonly approvalActions: ReactNode;
  /** Opens the evidence with this key. */
  readonly onOpen: (key: string) => void;
};

export function CallCard({ call, approval, showsAlias, approvalActions, ...images }: CallCardProps) {
  const title = describeCall(call.call);
  return (
    <article className="call-card" aria-label={title} data-state={call.state}>
      <div className="call-head">
        <CallIcon tool={call.call.tool} />
        <h3>
          <bdi>{title}</bdi>
        </h3>
        {showsAlias && call.alias !== null && <span className="chip">{call.alias}</span>}
        <CallState call={call} />
        <span className="call-meta">
          {call.duration_ms !== null && `${formatDuration(call.duration_ms)} · `}
          <Time value={call.started_at} format="clock" />
        </span>
      </div>
      <div className="call-body">
        <CallImages {...images} call={call} title={title} />
        <div className="call-text">
          <TypedText call={call.call} />
          <CallOutcome call={call} />
          <ApprovalLine call={call} approval={approval} />
          {approvalActions}
          <CallDetails call={call} />
        </div>
      </div>
    </article>
  );
}

function CallState({ call }: { readonly call: ToolCall }) {
  const isOffline = useLiveStatus() === 'offline';
  if (call.result !== null) {
    const outcome = describeResult(call.result);
    return <Status tone={outcome.tone}>{outcome.label}</Status>;
  }
  if (call.state === 'finished') return <Status tone="neutral">No answer</Status>;
  if (isOffline) return <Status tone="warn">Not known while offline</Status>;
  return <Status tone="active">{call.state === 'waiting' ? 'Waiting for you' : 'Running'}</Status>;
}

type CallImagesProps = {
  readonly threadId: string;
  readonly call: ToolCall;
  readonly title: string;
  readonly referred: ObservationResult | null;
  readonly onOpen: (key: string) => void;
};

function CallImages({ threadId, call, title, referred, onOpen }: CallImagesProps) {
  const observation = observationOf(call);
  return (
    <>
      {observation !== null && (
        <EvidenceThumbnail
          threadId={threadId}
          observation={observation}
          marks={[]}
          title={title}
          width={capturedWidth}
          onOpen={() => onOpen(capturedKey(call))}
        />
      )}
      {referred !== null && (
        <EvidenceThumbnail
          threadId={threadId}
          observation={referred}
          marks={[call.call]}
          title={observation === null ? title : `${title}, on the image it refers to`}
          width={referredWidth}
          onOpen={() => onOpen(referredKey(call))}
        />
      )}
    </>
  );
}

type ApprovalLineProps = { readonly call: ToolCall; readonly approval: Approval | null };

/** That the person was asked, and what they said; the error of a call that was not sent says the rest. */
function ApprovalLine({ call, approval }: ApprovalLineProps) {
  if (call.state === 'waiting') return <p>Nothing was sent yet. It is done only if you allow it.</p>;
  if (approval?.state !== 'approved' || approval.decided_at === null) return null;
  return (
    <p className="muted small">
      Approved by you <Time value={approval.decided_at} format="clock" />
    </p>
  );
}
