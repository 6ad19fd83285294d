import { z } from 'zod';

import { positiveU64Schema, u32Schema, u64Schema } from '../integers.ts';
import { wellFormedSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import { eipPathSchema, fileInfoSchema, fileKindSchema, pageResultShape, pageShape } from './file-info.ts';

const entriesSchema = z.strictObject({
  entries: z.array(z.strictObject({ relative_path: wellFormedSchema, info: fileInfoSchema })).default([]),
  ...pageResultShape,
});

const matchSchema = z.strictObject({
  path: eipPathSchema,
  line_number: positiveU64Schema,
  preview: wellFormedSchema,
  preview_truncated: z.boolean(),
  context: wellFormedSchema.default(''),
  context_start_line: positiveU64Schema.default(1),
});

/** Files larger than this are not searched unless the request says otherwise. */
const searchedFileBytes = 64 * 1024 * 1024;

const observing = { scope: 'session', replay: 'active_only' } as const;

export const fileReadOperations = {
  'file.stat': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      follow_symlinks: z.boolean().default(true),
    }),
    result: z.strictObject({ info: fileInfoSchema }),
    ...observing,
  },
  'file.read_text': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      line_limit: positiveU64Schema,
      line_offset: u64Schema.default(0),
      max_line_length: positiveU64Schema,
    }),
    result: z.strictObject({
      info: fileInfoSchema,
      text: wellFormedSchema,
      line_offset: u64Schema,
      lines_read: u64Schema,
      has_more: z.boolean(),
      truncated_lines: z.array(positiveU64Schema).default([]),
    }),
    ...observing,
  },
  'file.list': {
    params: z.strictObject({ context: callContextSchema, path: eipPathSchema, ...pageShape }),
    result: entriesSchema,
    ...observing,
  },
  'file.find': {
    params: z.strictObject({
      context: callContextSchema,
      root: eipPathSchema,
      pattern: wellFormedSchema,
      ...pageShape,
      recursive: z.boolean().default(true),
      kinds: z.array(fileKindSchema).default([]),
      respect_git_ignore: z.boolean().default(false),
    }),
    result: entriesSchema,
    ...observing,
  },
  'file.search': {
    params: z.strictObject({
      context: callContextSchema,
      root: eipPathSchema,
      query: wellFormedSchema,
      mode: z.enum(['literal', 'regex']),
      case_sensitive: z.boolean().default(true),
      ...pageShape,
      max_line_length: positiveU64Schema,
      include_pattern: wellFormedSchema.default('**/*'),
      respect_git_ignore: z.boolean().default(false),
      context_lines: u32Schema.max(20).default(0),
      max_matches_per_file: positiveU64Schema.optional(),
      max_files: positiveU64Schema.optional(),
      max_file_bytes: positiveU64Schema.default(searchedFileBytes),
    }),
    result: z.strictObject({ matches: z.array(matchSchema).default([]), ...pageResultShape }),
    ...observing,
  },
} as const;
