import { EipError, type ErrorType, type ResetStatus } from '@harness-desktop/eip-protocol';

export type TransferDirection = 'reader' | 'writer';

const resetErrors: Readonly<Record<ResetStatus, ErrorType>> = {
  protocol: 'internal_error',
  denied: 'denied',
  expired: 'invalid_handle',
  source: 'provider_unavailable',
  limit: 'quota_exceeded',
  cancelled: 'cancelled',
  internal: 'internal_error',
};

/** The device ended a transfer with RESET; `resetStatus` is why, and `errorType` what that amounts to. */
export class TransferResetError extends EipError {
  readonly resetStatus: ResetStatus;

  constructor(resetStatus: ResetStatus, direction: TransferDirection) {
    super(resetErrors[resetStatus], `The device reset the transfer (${resetStatus}).`, failureOf(direction));
    this.resetStatus = resetStatus;
  }
}

/** An error of a transfer that this side ended. */
export function transferFailure(type: ErrorType, message: string, direction: TransferDirection): EipError {
  return new EipError(type, message, failureOf(direction));
}

function failureOf(direction: TransferDirection) {
  return { dispatchStage: 'completed', details: { handle_kind: direction } } as const;
}
