import type { z } from 'zod';

import { EipError } from './eip-error.ts';
import type { EipRequest } from './envelope.ts';
import {
  isMethodName,
  operationTable,
  type MethodName,
  type ParamsOf,
  type ResultOf,
} from './operation-table.ts';
import { firstField, issueMessage } from './schema-issues.ts';

/**
 * The method of a request, once it is known to be served and `eip_session` is present exactly where it must be.
 * Throws {@link EipError} `method_not_found` or `invalid_request`. Its params are parsed by {@link parseParams}.
 */
export function admitMethod(request: EipRequest): MethodName {
  const { method } = request;
  if (!isMethodName(method))
    throw new EipError('method_not_found', 'The method is not served by this device.');
  checkScope(method, request.eip_session);
  return method;
}

/** Parses params with defaults applied; throws `invalid_params` with `field`. */
export function parseParams<M extends MethodName>(method: M, params: unknown): ParamsOf<M> {
  const parsed = operationTable[method].params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw schemaError('invalid_params', `params of ${method}`, parsed.error);
}

/** Parses a peer's result; a malformed one throws `internal_error` with `field`, as the peer broke the protocol. */
export function parseResult<M extends MethodName>(method: M, result: unknown): ResultOf<M> {
  const parsed = operationTable[method].result.safeParse(result);
  if (parsed.success) return parsed.data;
  throw schemaError('internal_error', `result of ${method}`, parsed.error);
}

function checkScope(method: MethodName, sessionId: string | undefined): void {
  const sessionScoped = operationTable[method].scope !== 'device';
  if (sessionScoped === (sessionId !== undefined)) return;
  const message = sessionScoped ? `${method} needs eip_session.` : `${method} must not carry eip_session.`;
  throw new EipError('invalid_request', message, { details: { field: 'eip_session' } });
}

function schemaError(
  type: 'invalid_params' | 'internal_error',
  subject: string,
  error: z.ZodError,
): EipError {
  const field = firstField(error);
  return new EipError(type, issueMessage(subject, error), {
    dispatchStage: type === 'invalid_params' ? 'pre_dispatch' : 'unknown',
    details: field === '' ? {} : { field },
  });
}
