import { z } from 'zod';

import { positiveU64Schema, u64Schema } from '../integers.ts';
import {
  encodedBytesSchema,
  processInfoSchema,
  processOutputSchema,
  processStatusSchema,
} from '../process-evidence.ts';
import { idSchema, wellFormedSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import { eipPathSchema } from './file-info.ts';
import { receiptSchema } from './receipt.ts';

const executableSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('name'), name: idSchema }),
  z.strictObject({ kind: z.literal('path'), path: eipPathSchema }),
]);

const commandSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('argv'),
    arguments: z.array(wellFormedSchema).default([]),
    executable_spec: executableSchema,
  }),
  z.strictObject({
    kind: z.literal('shell'),
    profile_id: idSchema,
    script: wellFormedSchema,
    login: z.boolean().default(false),
  }),
]);

/** What `shell.exec` and `process.start` run. */
export const commandRequestSchema = z.strictObject({
  command: commandSchema,
  cwd: eipPathSchema.optional(),
  environment: z
    .strictObject({
      set: z.record(idSchema, wellFormedSchema).default({}),
      unset: z.array(idSchema).default([]),
    })
    .default({ set: {}, unset: [] }),
  limits: z
    .strictObject({
      wall_time_ms: positiveU64Schema.optional(),
      stdin_bytes: u64Schema.optional(),
      process_count: positiveU64Schema.optional(),
      memory_bytes: positiveU64Schema.optional(),
      cpu_time_ms: positiveU64Schema.optional(),
    })
    .default({}),
  initial_stdin: encodedBytesSchema.optional(),
  keep_stdin_open: z.boolean().default(false),
});

const requestParams = z.strictObject({ context: callContextSchema, request: commandRequestSchema });
const handleParams = z.strictObject({ context: callContextSchema, handle: idSchema });
const processResult = z.strictObject({ process: processInfoSchema });
const processMutation = z.strictObject({ process: processInfoSchema, receipt: receiptSchema });

const observing = { scope: 'session', replay: 'active_only' } as const;
const mutating = { scope: 'session', replay: 'terminal_evidence' } as const;

export const commandOperations = {
  'shell.exec': {
    params: requestParams,
    result: z.strictObject({
      status: processStatusSchema,
      output: processOutputSchema,
      receipt: receiptSchema,
    }),
    ...mutating,
  },
  'process.start': { params: requestParams, result: processMutation, ...mutating },
  'process.inspect': { params: handleParams, result: processResult, ...observing },
  'process.wait': {
    params: z.strictObject({
      context: callContextSchema,
      handle: idSchema,
      condition: z.enum(['initial_terminal', 'tree_cleaned']),
    }),
    result: processResult,
    ...observing,
  },
  'process.write_stdin': {
    params: z.strictObject({
      context: callContextSchema,
      handle: idSchema,
      data: encodedBytesSchema,
      close_after_write: z.boolean().default(false),
    }),
    result: z.strictObject({ accepted_bytes: u64Schema, stdin_open: z.boolean(), receipt: receiptSchema }),
    ...mutating,
  },
  'process.close_stdin': {
    params: handleParams,
    result: z.strictObject({ stdin_open: z.literal(false), receipt: receiptSchema }),
    ...mutating,
  },
  'process.signal': {
    params: z.strictObject({
      context: callContextSchema,
      handle: idSchema,
      signal: z.enum(['interrupt', 'terminate']),
    }),
    result: z.strictObject({ accepted: z.boolean(), process: processInfoSchema, receipt: receiptSchema }),
    ...mutating,
  },
  'process.kill': { params: handleParams, result: processMutation, ...mutating },
  'process.release': {
    params: handleParams,
    result: z.strictObject({ released: z.boolean(), receipt: receiptSchema }),
    ...mutating,
  },
} as const;
