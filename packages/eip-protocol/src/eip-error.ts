import { z } from 'zod';

import {
  errorTable,
  isErrorType,
  type DispatchStage,
  type ErrorType,
  type RetryHint,
} from './error-table.ts';
import { dispatchStages, retryHints } from './error-table.ts';
import { i32Schema, positiveU64Schema, u64Schema } from './integers.ts';
import { receiptSchema } from './operations/receipt.ts';
import { processInfoSchema, processOutputSchema, processStatusSchema } from './process-evidence.ts';
import { idSchema, operationIdSchema } from './scalars.ts';

const errorTypeSchema = z.string().refine(isErrorType, 'must be a known error_type');

const detailsShape = {
  operation_id: operationIdSchema.optional(),
  device_id: idSchema.optional(),
  session_id: idSchema.optional(),
  generation: positiveU64Schema.optional(),
  field: z.string().optional(),
  handle_kind: z.string().optional(),
  produced_bytes: u64Schema.optional(),
  emitted_items: u64Schema.optional(),
  dropped_items: u64Schema.optional(),
  process_status: processStatusSchema.optional(),
  receipt: receiptSchema.optional(),
  safe_detail: z.string().optional(),
  process: processInfoSchema.optional(),
  output: processOutputSchema.optional(),
};

/** The error object of a failure envelope; `code` must be the one of `data.error_type`. */
export const eipErrorSchema = z
  .strictObject({
    code: i32Schema,
    message: z.string(),
    data: z.strictObject({
      error_type: errorTypeSchema,
      retry_hint: z.enum(retryHints),
      dispatch_stage: z.enum(dispatchStages),
      ...detailsShape,
    }),
  })
  .refine(({ code, data }) => isErrorType(data.error_type) && errorTable[data.error_type].code === code, {
    path: ['code'],
    error: 'must be the code of data.error_type',
  });
export type EipErrorObject = z.output<typeof eipErrorSchema>;

export type EipErrorDetails = z.output<z.ZodObject<typeof detailsShape>>;

export type EipErrorOptions = {
  readonly retryHint?: RetryHint;
  /** `pre_dispatch` when absent: nothing reached the desktop. */
  readonly dispatchStage?: DispatchStage;
  readonly details?: EipErrorDetails;
  readonly isFromPeer?: boolean;
  readonly cause?: unknown;
};

/** Anything the wire can answer instead of a result. Message and details go to the peer; `cause` never does. */
export class EipError extends Error {
  override readonly name = 'EipError';
  readonly errorType: ErrorType;
  readonly retryHint: RetryHint;
  readonly dispatchStage: DispatchStage;
  readonly details: EipErrorDetails;
  /** Whether the peer said so; else this side did, also where it refuses what the peer sent. */
  readonly isFromPeer: boolean;

  constructor(errorType: ErrorType, message: string, options: EipErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.errorType = errorType;
    this.retryHint = options.retryHint ?? errorTable[errorType].retryHint;
    this.dispatchStage = options.dispatchStage ?? 'pre_dispatch';
    this.details = options.details ?? {};
    this.isFromPeer = options.isFromPeer ?? false;
  }

  static fromWire({ message, data }: EipErrorObject): EipError {
    const { error_type, retry_hint, dispatch_stage, ...details } = data;
    return new EipError(error_type, message, {
      retryHint: retry_hint,
      dispatchStage: dispatch_stage,
      details,
      isFromPeer: true,
    });
  }

  toWire(): EipErrorObject {
    return {
      code: errorTable[this.errorType].code,
      message: this.message,
      data: {
        error_type: this.errorType,
        retry_hint: this.retryHint,
        dispatch_stage: this.dispatchStage,
        ...this.details,
      },
    };
  }
}
