import type { ToolCall } from '../../shared/threads.ts';
import { Notice } from '../design/notice.tsx';
import type { ObservationResult } from '../evidence/observation.ts';
import { changedWords } from '../evidence/changed-words.ts';
import { Time } from '../time/time.tsx';
import { describeNextStep, describeResult } from '../../shared/call-words.ts';

type Result = NonNullable<ToolCall['result']>;

/** In words, wherever something other than plain success is to be known. */
export function CallOutcome({ call }: { readonly call: ToolCall }) {
  const { result } = call;
  if (result === null) return null;
  switch (result.kind) {
    case 'observation':
      return <Captured observation={result} />;
    case 'description':
      return <Description result={result} />;
    case 'error':
      return <Failure call={call} error={result} />;
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

function Captured({ observation }: { readonly observation: ObservationResult }) {
  const { width, height, captured_at: capturedAt, attachment, changed } = observation;
  return (
    <p className="muted small">
      {width} × {height}, captured <Time value={capturedAt} format="clock" />. Evidence, not a live view.
      {changed !== undefined && ` ${changedWords(changed)}`}
      {attachment === null && ' The display copy could not be stored; the observation itself stands.'}
    </p>
  );
}

function Failure({
  call,
  error,
}: {
  readonly call: ToolCall;
  readonly error: Extract<Result, { kind: 'error' }>;
}) {
  const isFailure = describeResult(error).tone === 'danger';
  return (
    <Notice tone={isFailure ? 'danger' : 'info'} title={error.message}>
      {isFailure && <p>{describeNextStep(call.call, error)}</p>}
      <p className="muted small">
        Code <code>{error.code}</code>
      </p>
    </Notice>
  );
}

function Description({ result }: { readonly result: Extract<Result, { kind: 'description' }> }) {
  const { displays, observe_ready, input_ready } = result;
  return (
    <div className="call-lines">
      {displays.length === 0 && <span>No display is connected.</span>}
      {displays.map((display) => (
        <span key={display.target_id}>
          <bdi>{display.name}</bdi>{' '}
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
