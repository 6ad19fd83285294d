import { EipError } from './eip-error.ts';
import type { EipRequest } from './envelope.ts';
import { isMethodName, operationTable, type MethodName } from './operation-table.ts';

/**
 * The method of a request, once it is known and `eip_session` is present exactly where it must be. Throws
 * {@link EipError} `method_not_found` or `invalid_request`. Whether a device serves it is the device's to say.
 */
export function admitMethod(request: EipRequest): MethodName {
  const { method } = request;
  if (!isMethodName(method))
    throw new EipError('method_not_found', 'The method is not served by this device.');
  checkScope(method, request.eip_session);
  return method;
}

function checkScope(method: MethodName, sessionId: string | undefined): void {
  const sessionScoped = operationTable[method].scope !== 'device';
  if (sessionScoped === (sessionId !== undefined)) return;
  const message = sessionScoped ? `${method} needs eip_session.` : `${method} must not carry eip_session.`;
  throw new EipError('invalid_request', message, { details: { field: 'eip_session' } });
}
