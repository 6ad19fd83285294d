import { z } from 'zod';

import { positiveU64Schema } from '../integers.ts';
import { idSchema, operationIdSchema, sha256Schema, timestampSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';

/** What the daemon's ledger knows of one operation. `outcome` is absent until it is known that it ended. */
export const receiptSchema = z.strictObject({
  operation_id: operationIdSchema,
  method: z.string(),
  device_id: idSchema,
  session_id: idSchema,
  generation: positiveU64Schema,
  request_digest: sha256Schema,
  stage: z.enum(['accepted', 'dispatched', 'exec_confirmed', 'completed', 'unknown']),
  outcome: z.enum(['succeeded', 'failed', 'cancelled', 'timed_out', 'unknown']).optional(),
  observed_at: timestampSchema,
});
export type Receipt = z.output<typeof receiptSchema>;

export const receiptOperations = {
  'operation.cancel': {
    params: z.strictObject({ context: callContextSchema, target_operation_id: operationIdSchema }),
    result: z.strictObject({
      status: z.enum(['not_found', 'already_terminal', 'cancellation_requested', 'not_cancellable']),
    }),
    scope: 'session',
    replay: 'active_only',
  },
  'receipt.get': {
    params: z.strictObject({ context: callContextSchema, operation_id: operationIdSchema }),
    result: z.strictObject({ receipt: receiptSchema }),
    scope: 'session',
    replay: 'active_only',
  },
} as const;
