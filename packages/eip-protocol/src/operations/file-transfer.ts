import { z } from 'zod';

import { u64Schema } from '../integers.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import {
  closeReaderSchemas,
  contentDigestSchema,
  eipPathSchema,
  fileInfoSchema,
  fileWriteModeSchema,
  transferTimeoutSchema,
} from './file-info.ts';
import { receiptSchema } from './receipt.ts';

const observing = { scope: 'session', replay: 'active_only' } as const;
const mutating = { scope: 'session', replay: 'terminal_evidence' } as const;

export const fileTransferOperations = {
  'file.open_reader': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      byte_range: z.strictObject({ offset: u64Schema.default(0), length: u64Schema.optional() }).optional(),
      transfer_timeout_ms: transferTimeoutSchema,
    }),
    result: z.strictObject({ reader: idSchema, info: fileInfoSchema, expires_at: timestampSchema }),
    ...observing,
  },
  'file.close_reader': { ...closeReaderSchemas, ...observing },
  'file.open_writer': {
    params: z.strictObject({
      context: callContextSchema,
      path: eipPathSchema,
      mode: fileWriteModeSchema,
      executable: z.boolean().optional(),
      transfer_timeout_ms: transferTimeoutSchema,
    }),
    result: z.strictObject({ writer: idSchema, max_transfer_bytes: u64Schema, expires_at: timestampSchema }),
    ...observing,
  },
  'file.commit_writer': {
    params: z.strictObject({
      context: callContextSchema,
      writer: idSchema,
      transferred_bytes: u64Schema,
      transfer_digest: contentDigestSchema,
    }),
    result: z.strictObject({
      info: fileInfoSchema,
      transferred_bytes: u64Schema,
      transfer_digest: contentDigestSchema,
      receipt: receiptSchema,
    }),
    ...mutating,
  },
  'file.abort_writer': {
    params: z.strictObject({ context: callContextSchema, writer: idSchema }),
    result: z.strictObject({
      status: z.enum(['aborted', 'already_aborted', 'commit_in_progress', 'already_committed']),
    }),
    ...observing,
  },
} as const;
