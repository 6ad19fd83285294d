import { z } from 'zod';

import { u64Schema } from '../integers.ts';
import { encodedBytesSchema, outputInfoSchema } from '../process-evidence.ts';
import { idSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import { receiptSchema } from './receipt.ts';

export const outputOperations = {
  'output.read': {
    params: z.strictObject({
      context: callContextSchema,
      reference: idSchema,
      start_offset: u64Schema,
      wait_ms: u64Schema.default(0),
    }),
    result: z.strictObject({
      start_offset: u64Schema,
      next_offset: u64Schema,
      data: encodedBytesSchema,
      output: outputInfoSchema,
    }),
    scope: 'session',
    replay: 'active_only',
  },
  'output.release': {
    params: z.strictObject({ context: callContextSchema, reference: idSchema }),
    result: z.strictObject({ released: z.boolean(), receipt: receiptSchema }),
    scope: 'session',
    replay: 'terminal_evidence',
  },
} as const;
