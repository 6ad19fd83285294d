import { EipError, type EipRequest, type ErrorType, type ResetStatus } from '@harness-desktop/eip-protocol';

import { lossError } from '../loss-error.ts';

/** What a status says that means "not accepted, nothing has happened". */
const refusals: Readonly<Record<number, { readonly type: ErrorType; readonly reset: ResetStatus }>> = {
  400: { type: 'invalid_request', reset: 'protocol' },
  401: { type: 'denied', reset: 'denied' },
  403: { type: 'denied', reset: 'denied' },
  404: { type: 'not_found_or_denied', reset: 'denied' },
  405: { type: 'invalid_request', reset: 'protocol' },
  409: { type: 'conflict', reset: 'protocol' },
  413: { type: 'quota_exceeded', reset: 'limit' },
  415: { type: 'invalid_request', reset: 'protocol' },
  429: { type: 'busy', reset: 'limit' },
};

/** Failures to connect, after which nothing can have arrived. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The error of a control request that was answered with another status than 200. */
export function statusError(request: EipRequest, status: number): EipError {
  const refusal = refusals[status];
  if (refusal) return new EipError(refusal.type, `The device refused the HTTP request (${status}).`);
  return lossError(subjectOf(request), `The device answered with HTTP status ${status}.`);
}

/** The error of a control request that failed on the way. */
export function networkError(request: EipRequest, error: unknown): EipError {
  const code = codeOf(error);
  if (neverConnected.has(code)) {
    return new EipError('provider_unavailable', `The device cannot be reached (${code}).`);
  }
  return lossError(subjectOf(request), `The HTTP request failed (${code}).`);
}

export function resetOfStatus(status: number): ResetStatus {
  return refusals[status]?.reset ?? 'internal';
}

/** Whom an error is about. */
export function subjectOf({ method, params }: EipRequest): { method: string; operationId?: string } {
  const { context } = params;
  const id =
    typeof context === 'object' && context !== null && 'operation_id' in context
      ? context.operation_id
      : undefined;
  return typeof id === 'string' ? { method, operationId: id } : { method };
}

/** `fetch` hides the code of a failure in its cause. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return 'connection lost';
}
