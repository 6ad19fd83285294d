import { z } from 'zod';

import { u32Schema } from '../integers.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';

const targetSchema = z.strictObject({
  protocol: z.literal('tcp'),
  address: z.enum(['loopback', 'any']),
  port: u32Schema.min(1).max(65_535),
});

const resultSchema = z.strictObject({
  observation: z.strictObject({
    target: targetSchema,
    status: z.enum(['listening', 'not_listening', 'unknown']),
    managed_process: idSchema.optional(),
    observed_at: timestampSchema,
  }),
});

const observing = { scope: 'session', replay: 'active_only' } as const;

export const portOperations = {
  'port.inspect': {
    params: z.strictObject({ context: callContextSchema, target: targetSchema }),
    result: resultSchema,
    ...observing,
  },
  'port.wait': {
    params: z.strictObject({
      context: callContextSchema,
      target: targetSchema,
      desired_status: z.enum(['listening', 'not_listening']),
    }),
    result: resultSchema,
    ...observing,
  },
} as const;
