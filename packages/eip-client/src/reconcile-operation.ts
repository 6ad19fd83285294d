import type { Receipt } from '@harness-desktop/eip-protocol';

import { isEipError } from './is-eip-error.ts';

export type Reconciliation =
  /** The session has no record of it: it never began, or more than 16 000 operations came after it. */
  | { readonly state: 'not_found' }
  | { readonly state: 'running'; readonly receipt: Receipt }
  /** `receipt.outcome` says how. */
  | { readonly state: 'ended'; readonly receipt: Receipt };

export type ReconcileSteps = {
  receipt(): Promise<Receipt>;
  keepalive(): Promise<void>;
};

/** Throws EipError when the session cannot say, as when it is gone itself: then the outcome stays unknown. */
export async function reconcileOperation(steps: ReconcileSteps): Promise<Reconciliation> {
  try {
    const receipt = await steps.receipt();
    const ended = receipt.outcome !== undefined || ['completed', 'unknown'].includes(receipt.stage);
    return { state: ended ? 'ended' : 'running', receipt };
  } catch (error) {
    if (!isEipError(error, 'not_found_or_denied')) throw error;
    // A session that is gone answers the same, and that must not look like an operation that never was.
    await steps.keepalive();
    return { state: 'not_found' };
  }
}
