import { EipError, type ErrorType } from '@harness-desktop/eip-protocol';

/**
 * Whether something thrown is an EipError, of this type if one is given:
 * `if (isEipError(error, 'conflict')) await observeAgain();`
 */
export function isEipError<T extends ErrorType = ErrorType>(
  error: unknown,
  errorType?: T,
): error is EipError & { readonly errorType: T } {
  return error instanceof EipError && (errorType === undefined || error.errorType === errorType);
}
