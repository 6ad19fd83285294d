import { defineOperation } from './define-operation.ts';

export const operationCancel = defineOperation({
  method: 'operation.cancel',
  cancellable: false,
  reconciles: true,
  run: ({ params, session }) =>
    Promise.resolve({ status: session.ledger.cancel(params.target_operation_id) }),
});
