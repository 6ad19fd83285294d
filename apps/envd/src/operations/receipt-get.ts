import { EipError } from '@harness-desktop/eip-protocol';
import { defineOperation } from './define-operation.ts';

export const receiptGet = defineOperation({
  method: 'receipt.get',
  cancellable: false,
  reconciles: true,
  run: async ({ params, session }) => {
    const receipt = session.ledger.receipt(params.operation_id);
    if (receipt !== null) return Promise.resolve({ receipt });
    throw new EipError('not_found_or_denied', 'This session knows no such operation.', {
      details: { field: 'operation_id' },
    });
  },
});
