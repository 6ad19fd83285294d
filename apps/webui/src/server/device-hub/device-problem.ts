import { EipError, type ErrorType } from '@harness-desktop/eip-protocol';
import { claimedText } from '../devices/claimed-text.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { ProblemCode } from '../http/problem-table.ts';

const maxMessage = 200;

/** What the device's error means to the person; anything unknown passes as it is. */
export function toDeviceProblem(error: unknown): unknown {
  if (error instanceof EipError) {
    return new ProblemError(codeOf(error.errorType), deviceMessage(error), { cause: error });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ProblemError('device_timeout', 'The device did not answer in time. Try again.', {
      cause: error,
    });
  }
  return error;
}

/** Only what the device said itself is put into its mouth; what we say of it can still repeat words of its. */
function deviceMessage({ errorType, message, isFromPeer }: EipError): string {
  const text = claimedText(message, maxMessage);
  return isFromPeer ? `The device answered ${errorType}: ${text}` : text;
}

function codeOf(errorType: ErrorType): ProblemCode {
  switch (errorType) {
    case 'unsupported':
    case 'method_not_found':
    case 'protocol_incompatible':
      return 'unsupported_by_device';
    case 'not_found_or_denied':
      return 'not_found';
    case 'denied':
      return 'not_allowed';
    case 'busy':
    case 'quota_exceeded':
    case 'provider_unavailable':
    case 'not_initialized':
      return 'device_not_ready';
    case 'timeout':
      return 'device_timeout';
    case 'parse_error':
    case 'invalid_request':
    case 'invalid_params':
    case 'internal_error':
    case 'already_initialized':
    case 'stale_generation':
    case 'invalid_handle':
    case 'output_limit_exceeded':
    case 'cancelled':
    case 'unknown_outcome':
    case 'operation_in_progress':
    case 'execution_isolation_failed':
    case 'cleanup_failed':
    case 'command_start_failed':
    case 'conflict':
    case 'integrity_mismatch':
      return 'device_failed';
  }
}
