import { EipError, isMethodName, operationTable } from '@harness-desktop/eip-protocol';

/** Whether it may have changed something that cannot be asked for by sending it again. */
export function isMutation(method: string): boolean {
  return isMethodName(method) && operationTable[method].replay === 'terminal_evidence';
}

export type LossSubject = { readonly method: string; readonly operationId?: string | undefined };

/** The error of a request whose answer will not come. */
export function lossError({ method, operationId }: LossSubject, reason: string): EipError {
  const details = operationId === undefined ? {} : { operation_id: operationId };
  const options = { dispatchStage: 'unknown', details } as const;
  if (!isMutation(method)) return new EipError('provider_unavailable', reason, options);
  const message = `${reason} Whether ${method} happened is unknown; observe or reconcile before going on.`;
  return new EipError('unknown_outcome', message, options);
}
