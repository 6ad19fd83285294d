import { EipError, type DispatchStage, type ErrorType, type RetryHint } from '@harness-desktop/eip-protocol';
import type { ComputerToolResult } from '../../shared/computer-tools.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { ProblemCode } from '../http/problem-table.ts';

export type ToolError = Extract<ComputerToolResult, { kind: 'error' }>;

const maxMessageLength = 1000;

/** The wire's error as an agent and a person see it. What the device says is a claim: one line, bounded. */
export function toolErrorOf(error: EipError): ToolError {
  const { errorType, dispatchStage, retryHint, details } = error;
  const result: ToolError = {
    kind: 'error',
    ok: false,
    code: errorType,
    message: claimedText(error.message, maxMessageLength),
    dispatch_stage: dispatchStage,
    retry_hint: retryHint,
  };
  if (details.safe_detail === undefined) return result;
  return { ...result, safe_detail: claimedText(details.safe_detail) };
}

/** Nothing was sent to the device. */
export function refusedCall(
  errorType: ErrorType,
  message: string,
  retryHint: RetryHint = 'never',
): ToolError {
  return toolErrorOf(new EipError(errorType, message, { retryHint }));
}

/** Why the server itself kept a call back. */
export type HostRefusal = 'approval_expired' | 'approved_on_desktop' | 'cancelled' | 'denied_by_person';

/** Nothing was sent to the device. */
export function hostRefusal(code: HostRefusal, message: string, retryHint: RetryHint = 'never'): ToolError {
  return { ...refusedCall('denied', message, retryHint), code };
}

/** Nobody knows how far it went; it is never repeated on its own. */
export function unknownOutcome(message: string): ToolError {
  const dispatchStage: DispatchStage = 'unknown';
  return toolErrorOf(
    new EipError('unknown_outcome', message, { dispatchStage, retryHint: 'reconcile_first' }),
  );
}

/** Why no session with the device could be had; `undefined` for anything that is not the device's or the wire's fault. */
export function unavailableDevice(error: unknown): ToolError | undefined {
  if (error instanceof EipError) return toolErrorOf(error);
  if (!(error instanceof ProblemError)) return undefined;
  const [errorType, retryHint] = deviceProblems.get(error.code) ?? ['provider_unavailable', 'after_refresh'];
  const refused = refusedCall(errorType, error.message, retryHint);
  const detail = error.cause instanceof EipError ? error.cause.details.safe_detail : undefined;
  return detail === undefined ? refused : { ...refused, safe_detail: claimedText(detail) };
}

const deviceProblems = new Map<ProblemCode, [ErrorType, RetryHint]>([
  ['device_revoked', ['denied', 'never']],
  ['unsupported_by_device', ['unsupported', 'never']],
]);
