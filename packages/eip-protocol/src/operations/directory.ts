import { z } from 'zod';

import { positiveU64Schema, u64Schema } from '../integers.ts';
import { absolutePathSchema, idSchema } from '../scalars.ts';

export const directoryOperations = {
  'directory.list': {
    params: z.strictObject({
      expected_device_id: idSchema,
      expected_generation: positiveU64Schema,
      path: absolutePathSchema,
      offset: u64Schema.default(0),
      limit: positiveU64Schema,
    }),
    result: z.strictObject({
      path: absolutePathSchema,
      parent_path: absolutePathSchema.optional(),
      entries: z.array(z.strictObject({ name: z.string(), path: absolutePathSchema })).default([]),
      next_offset: u64Schema.optional(),
    }),
    scope: 'device',
    replay: 'ledger_external',
  },
} as const;
