import { z } from 'zod';

import { positiveU64Schema, u64Schema } from '../integers.ts';
import { wellFormedSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import { eipPathSchema, fileInfoSchema, fileKindSchema, fileWriteModeSchema } from './file-info.ts';
import { receiptSchema } from './receipt.ts';

const relocationParams = z.strictObject({
  context: callContextSchema,
  source: eipPathSchema,
  destination: eipPathSchema,
  replace: z.boolean().default(false),
});

const mutating = { scope: 'session', replay: 'terminal_evidence' } as const;

export const fileWriteOperations = {
  'file.write_text': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      mode: fileWriteModeSchema,
      text: wellFormedSchema,
      executable: z.boolean().optional(),
    }),
    result: z.strictObject({ info: fileInfoSchema, bytes_written: u64Schema, receipt: receiptSchema }),
    ...mutating,
  },
  'file.mkdir': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      parents: z.boolean().default(false),
      exist_ok: z.boolean().default(false),
    }),
    result: z.strictObject({ info: fileInfoSchema, created_directories: u64Schema, receipt: receiptSchema }),
    ...mutating,
  },
  'file.patch_text': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      patch_format: z.literal('unified_diff'),
      patch: wellFormedSchema,
    }),
    result: z.strictObject({ info: fileInfoSchema, hunks_applied: u64Schema, receipt: receiptSchema }),
    ...mutating,
  },
  'file.copy': {
    params: relocationParams,
    result: z.strictObject({ destination: fileInfoSchema, bytes_copied: u64Schema, receipt: receiptSchema }),
    ...mutating,
  },
  'file.move': {
    params: relocationParams,
    result: z.strictObject({ destination: fileInfoSchema, receipt: receiptSchema }),
    ...mutating,
  },
  'file.remove': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      expected_kind: fileKindSchema,
      recursive: z.boolean().default(false),
      max_entries: positiveU64Schema.default(1),
    }),
    result: z.strictObject({ removed_entries: u64Schema, receipt: receiptSchema }),
    ...mutating,
  },
} as const;
