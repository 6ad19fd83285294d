import { z } from 'zod';

import { positiveU64Schema } from '../integers.ts';
import { operationIdSchema } from '../scalars.ts';

/** Names one operation within its session; the id makes a repeated request recognisable. */
export const callContextSchema = z.strictObject({
  operation_id: operationIdSchema,
  timeout_ms: positiveU64Schema.optional(),
});
export type CallContext = z.output<typeof callContextSchema>;
