import type { ToolCall } from '../../shared/threads.ts';
import { Notice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { EvidenceThumbnail } from '../evidence/evidence-thumbnail.tsx';
import { observationOf, referredObservation, type ObservationResult } from '../evidence/observation.ts';
import { formatDuration } from '../time/format-time.ts';
import { Time } from '../time/time.tsx';
import { CallIcon } from './call-icon.tsx';
import { describeCall, describeNextStep, describeResult } from './call-words.ts';

type CallCardProps = {
  readonly threadId: string;
  readonly call: ToolCall;
  /** Every call of the thread: an action is shown on the image it referred to. */
  readonly calls: readonly ToolCall[];
  /** Named only where a run has several environments. */
  readonly showsAlias: boolean;
};

export function CallCard({ threadId, call, calls, showsAlias }: CallCardProps) {
  const title = describeCall(call.call);
  return (
    <article className="call-card" aria-label={title}>
      <div className="call-head">
        <CallIcon tool={call.call.tool} />
        <h3>{title}</h3>
        {showsAlias && call.alias !== null && <span className="chip">{call.alias}</span>}
        <CallState call={call} />
        <span className="call-meta">
          {call.duration_ms !== null && `${formatDuration(call.duration_ms)} · `}
          <Time value={call.started_at} format="clock" />
        </span>
      </div>
      <CallBody threadId={threadId} call={call} title={title} referred={referredObservation(calls, call)} />
    </article>
  );
}

function CallState({ call }: { readonly call: ToolCall }) {
  if (call.result === null) {
    const isRunning = call.state === 'running';
    return <Status tone={isRunning ? 'active' : 'neutral'}>{isRunning ? 'Running' : 'No answer'}</Status>;
  }
  const outcome = describeResult(call.result);
  return <Status tone={outcome.tone}>{outcome.label}</Status>;
}

type CallBodyProps = {
  readonly threadId: string;
  readonly call: ToolCall;
  readonly title: string;
  readonly referred: ObservationResult | null;
};

function CallBody({ threadId, call, title, referred }: CallBodyProps) {
  const observation = observationOf(call);
  return (
    <div className="call-body">
      {observation !== null && (
        <EvidenceThumbnail
          threadId={threadId}
          observation={observation}
          marks={[]}
          title={title}
          drawnWidth={300}
        />
      )}
      {referred !== null && (
        <EvidenceThumbnail
          threadId={threadId}
          observation={referred}
          marks={[call.call]}
          title={title}
          drawnWidth={168}
        />
      )}
      <div className="call-text">
        <CallOutcome call={call} />
        <CallDetails call={call} />
      </div>
    </div>
  );
}

/** In words, wherever something other than plain success is to be known. */
function CallOutcome({ call }: { readonly call: ToolCall }) {
  const { result } = call;
  if (result === null) return null;
  switch (result.kind) {
    case 'observation':
      return (
        <p className="muted small">
          {result.width} × {result.height}, captured <Time value={result.captured_at} format="clock" />.
          Evidence, not a live view.
          {result.attachment === null &&
            ' The display copy could not be stored; the observation itself stands.'}
        </p>
      );
    case 'description':
      return <Description result={result} />;
    case 'error':
      return (
        <Notice tone="danger" title={result.message}>
          <p>{describeNextStep(call.call, result)}</p>
          <p className="muted small">
            Code <code>{result.code}</code>
          </p>
        </Notice>
      );
    case 'action': {
      const outcome = describeResult(result);
      if (result.ok) return null;
      return (
        <Notice tone={outcome.tone === 'danger' ? 'danger' : outcome.tone === 'warn' ? 'warn' : 'info'}>
          {outcome.explanation}
        </Notice>
      );
    }
  }
}

function Description(props: {
  readonly result: Extract<NonNullable<ToolCall['result']>, { kind: 'description' }>;
}) {
  const { displays, observe_ready, input_ready } = props.result;
  return (
    <div className="call-lines">
      {displays.length === 0 && <span>No display is connected.</span>}
      {displays.map((display) => (
        <span key={display.target_id}>
          {display.name}{' '}
          <span className="muted">
            {display.width} × {display.height}
          </span>
        </span>
      ))}
      <span className="muted">
        {observe_ready ? 'Ready to observe' : 'Not ready to observe'},{' '}
        {input_ready ? 'ready for input' : 'not ready for input'}.
      </span>
    </div>
  );
}

function CallDetails({ call }: { readonly call: ToolCall }) {
  const { result } = call;
  const facts = {
    tool: call.call.tool,
    arguments: call.call.arguments,
    ...(result?.kind === 'observation' && {
      observation_id: result.observation_id,
      target_id: result.target_id,
    }),
    ...(result?.kind === 'action' && {
      effect: result.effect,
      input_cleanup_complete: result.input_cleanup_complete,
      receipt: result.receipt,
    }),
    ...(result?.kind === 'error' && {
      code: result.code,
      dispatch_stage: result.dispatch_stage,
      retry_hint: result.retry_hint,
    }),
  };
  return (
    <details className="call-details">
      <summary>
        Details<span className="visually-hidden"> of {describeCall(call.call)}</span>
      </summary>
      {result?.kind === 'action' && result.ok && (
        <p className="muted small">{describeResult(result).explanation}</p>
      )}
      <pre tabIndex={0}>{JSON.stringify(facts, null, 2)}</pre>
    </details>
  );
}
