import type { Approval } from '../../shared/approvals.ts';
import { describeCall, describeNextStep, describeResult } from '../../shared/call-words.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { referenceOf } from '../../shared/mark-geometry.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { timeHtml } from './time-html.ts';

export type CallContext = {
  readonly number: number;
  /** Of the card with the image that it pointed at. */
  readonly seenIn: number | undefined;
  readonly approvals: readonly Approval[];
  readonly figure: SafeHtml | null;
};

export function callHtml(toolCall: ToolCall, { number, seenIn, approvals, figure }: CallContext): SafeHtml {
  const { call, alias, started_at: startedAt, duration_ms: durationMs } = toolCall;
  return markup`<article class="call" id="call-${number}">
    <header>
      <span class="number">#${number}</span>
      <h3>${describeCall(call)}</h3>
      ${stateHtml(toolCall)}
    </header>
    <p class="facts">
      ${alias === null ? null : markup`${alias} · `}${timeHtml(startedAt)}${durationMs === null ? null : ` · ${formatDuration(durationMs)}`}${referenceHtml(toolCall, seenIn)}
    </p>
    ${explanationHtml(toolCall)}${approvals.map(approvalHtml)}${figure}
    <details>
      <summary>Details</summary>
      <pre>${JSON.stringify(factsOf(toolCall), null, 2)}</pre>
    </details>
  </article>`;
}

function stateHtml({ state, result }: ToolCall): SafeHtml {
  if (result === null) {
    const words = state === 'waiting' ? 'Waiting for approval' : 'In progress';
    return markup`<span class="state active">${words}</span>`;
  }
  const { tone, label } = describeResult(result);
  return markup`<span class="state ${tone}">${label}</span>`;
}

function referenceHtml({ call }: ToolCall, seenIn: number | undefined): SafeHtml | null {
  if (referenceOf(call) === null) return null;
  if (seenIn === undefined) return markup` · on a screenshot that is not in this conversation`;
  return markup` · on the screenshot of <a href="#call-${seenIn}">#${seenIn}</a>`;
}

function explanationHtml({ call, result }: ToolCall): SafeHtml | null {
  if (result === null) return null;
  const { explanation } = describeResult(result);
  const next = result.kind === 'error' ? describeNextStep(call, result) : null;
  const words = [explanation, next].filter((part) => part !== null && part !== '').join(' ');
  return words === '' ? null : markup`<p>${words}</p>`;
}

const decisions = {
  pending: 'Approval asked',
  approved: 'Approved by the person',
  denied: 'Denied by the person',
  expired: 'Approval not given in time',
  cancelled: 'Approval no longer needed: the run ended',
} as const;

function approvalHtml({ kind, purpose, state, same_desktop, created_at, decided_at }: Approval): SafeHtml {
  const what =
    kind === 'purpose' ? `for this purpose${purpose === null ? '' : `: “${purpose}”`}` : 'for this input';
  return markup`<p class="approval">
    ${decisions[state]} ${what} · ${timeHtml(decided_at ?? created_at)}${same_desktop ? ' · on the desktop itself' : null}
  </p>`;
}

function factsOf({ call, call_id, result }: ToolCall): unknown {
  const { tool, arguments: given } = call;
  return { call_id, tool, arguments: given, result };
}
