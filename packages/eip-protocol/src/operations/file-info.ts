import { z } from 'zod';

import { positiveU64Schema, u32Schema, u64Schema } from '../integers.ts';
import { absolutePathSchema, idSchema, sha256Schema, timestampSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';

/** A path inside the device, as file and command methods carry it. */
export const eipPathSchema = z.strictObject({ path: absolutePathSchema });

export const fileKindSchema = z.enum(['file', 'directory', 'symlink', 'other']);

export const fileInfoSchema = z.strictObject({
  path: eipPathSchema,
  kind: fileKindSchema,
  size_bytes: u64Schema.optional(),
  modified_at: timestampSchema.optional(),
  executable: z.boolean().optional(),
});

/** How a written file comes to its name. */
export const fileWriteModeSchema = z.enum(['create', 'replace', 'upsert', 'append']);

export const contentDigestSchema = z.strictObject({ algorithm: z.literal('sha256'), value: sha256Schema });

/** What a reader sent, said when it is closed. */
export const transferCompletionSchema = z.strictObject({
  produced_bytes: u64Schema,
  digest: contentDigestSchema,
});

export const closeReaderSchemas = {
  params: z.strictObject({ context: callContextSchema, reader: idSchema }),
  result: z.strictObject({ completion: transferCompletionSchema }),
} as const;

export const transferTimeoutSchema = positiveU64Schema.optional();

/** Which part of a listing is asked for. */
export const pageShape = {
  offset: u64Schema.default(0),
  max_results: u32Schema.min(1).default(100),
  include_hidden: z.boolean().default(false),
};

/** Where a part of a listing stands in it. */
export const pageResultShape = {
  offset: u64Schema,
  has_more: z.boolean(),
  omitted_unrepresentable_entries: u64Schema,
};
