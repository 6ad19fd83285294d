import { ShieldQuestionMark } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ToolCall } from '../../shared/threads.ts';
import { describeCall } from '../../shared/call-words.ts';
import { ProblemNotice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { EvidenceThumbnail } from '../evidence/evidence-thumbnail.tsx';
import { referredKey } from '../evidence/evidence-steps.ts';
import { observationsOf, referredObservation } from '../evidence/observation.ts';
import { TypedText } from '../evidence/typed-text.tsx';
import { useEvidenceViewer } from '../evidence/use-evidence-viewer.tsx';
import { ApprovalAnswer } from './approval-answer.tsx';
import { outcomeOf, questionOf, scopeOf } from './approval-words.ts';
import type { ShownApproval } from './shown-approval.ts';
import type { Approvals } from './use-approvals.ts';
import './approvals.css';

const jumpKey = 'F8';
const imageWidth = 200;

type ApprovalBannerProps = {
  readonly shown: ShownApproval;
  readonly calls: readonly ToolCall[];
  readonly approvals: Approvals;
};

/** Above the composer: never takes the focus by itself, since the person may be typing, here or on the desktop. */
export function ApprovalBanner({ shown, calls, approvals }: ApprovalBannerProps) {
  const { approval, call } = shown;
  const outcome = outcomeOf(approval, approvals.isOwnAnswer(approval));
  const banner = useJumpKey();
  if (outcome !== null) {
    return (
      <section className="approval-banner" aria-label="Approval" tabIndex={-1} ref={banner}>
        <p className="approval-outcome">
          <Status tone={outcome.tone}>{outcome.label}</Status>
          <span>{outcome.sentence}</span>
        </p>
      </section>
    );
  }
  return (
    <section className="approval-banner" aria-label="Approval" data-open tabIndex={-1} ref={banner}>
      <ApprovalImage call={call} calls={calls} threadId={approval.thread_id} />
      <div className="approval-text">
        <h2>
          <ShieldQuestionMark size={15} aria-hidden="true" />
          {questionOf(approval)}
          <kbd title="Press F8 to come here">{jumpKey}</kbd>
        </h2>
        <p className="approval-what">
          <bdi>{describeCall(call.call)}</bdi>
          {call.alias !== null && <span className="chip">{call.alias}</span>}
        </p>
        <TypedText call={call.call} />
        {approval.purpose !== null && (
          <p className="approval-purpose">
            For: <bdi>{approval.purpose}</bdi>
          </p>
        )}
        <p className="muted small">{scopeOf(approval)}</p>
        <ProblemNotice error={approvals.error} />
        <ApprovalAnswer key={approval.approval_id} approval={approval} approvals={approvals} />
      </div>
    </section>
  );
}

type ApprovalImageProps = {
  readonly call: ToolCall;
  readonly calls: readonly ToolCall[];
  readonly threadId: string;
};

/** The screenshot that the input refers to, with its mark. */
function ApprovalImage({ call, calls, threadId }: ApprovalImageProps) {
  const observation = useMemo(() => referredObservation(observationsOf(calls), call), [calls, call]);
  const viewer = useEvidenceViewer(threadId, calls);
  if (observation === null) return null;
  return (
    <div className="approval-image">
      <EvidenceThumbnail
        threadId={threadId}
        observation={observation}
        marks={[call.call]}
        title={describeCall(call.call)}
        width={imageWidth}
        onOpen={() => viewer.open(referredKey(call))}
      />
      {viewer.element}
    </div>
  );
}

/** F8 goes to the banner from anywhere; from there Tab goes on to its answers. */
function useJumpKey() {
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== jumpKey || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      banner.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return banner;
}
