import type { ToolCall } from '../../shared/threads.ts';
import { describeCall, describeResult } from '../../shared/call-words.ts';

export function CallDetails({ call }: { readonly call: ToolCall }) {
  const { result } = call;
  return (
    <details className="call-details">
      <summary>
        Details<span className="visually-hidden"> of {describeCall(call.call)}</span>
      </summary>
      {result?.kind === 'action' && result.ok && (
        <p className="muted small">{describeResult(result).explanation}</p>
      )}
      <pre tabIndex={0}>{JSON.stringify(factsOf(call), null, 2)}</pre>
    </details>
  );
}

/** As it was asked and answered; without what the card shows anyway. */
function factsOf({ call, result }: ToolCall): Readonly<Record<string, unknown>> {
  return {
    tool: call.tool,
    arguments: call.arguments,
    ...(result?.kind === 'observation' && {
      observation_id: result.observation_id,
      target_id: result.target_id,
      ...(result.pointer !== undefined && { pointer: result.pointer }),
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
}
