import { z } from 'zod';

import { i32Schema, positiveU64Schema, u64Schema } from './integers.ts';
import { base64Schema, idSchema, timestampSchema } from './scalars.ts';

export const processStatusSchema = z.strictObject({
  phase: z.enum(['starting', 'running', 'exited', 'signaled', 'timed_out', 'cancelled', 'failed']),
  termination_reason: z
    .enum(['exit', 'signal', 'timeout', 'cancelled', 'output_limit', 'backend_lost'])
    .optional(),
  exit_code: i32Schema.optional(),
  signal: z.enum(['interrupt', 'terminate', 'kill']).optional(),
  started_at: timestampSchema.optional(),
  ended_at: timestampSchema.optional(),
  cleanup: z.enum(['pending', 'complete', 'residual_confined', 'failed']),
});

/** Bytes in JSON. */
export const encodedBytesSchema = z.strictObject({ encoding: z.literal('base64'), data: base64Schema });

export const outputInfoSchema = z.strictObject({
  reference: idSchema,
  producer_complete: z.boolean(),
  content_complete: z.boolean(),
  produced_bytes: u64Schema,
  retained_bytes: u64Schema,
  preview: encodedBytesSchema,
});

export const processOutputSchema = z.strictObject({ stdout: outputInfoSchema, stderr: outputInfoSchema });

export const processInfoSchema = z.strictObject({
  handle: idSchema,
  device_id: idSchema,
  session_id: idSchema,
  generation: positiveU64Schema,
  status: processStatusSchema,
  stdin_open: z.boolean(),
  output: processOutputSchema,
});
