import { z } from 'zod';

import { keyNames } from '../key-names.ts';
import { sizeLimits } from '../limits.ts';
import {
  i32Schema,
  idSchema,
  positiveU64Schema,
  sha256Schema,
  timestampSchema,
  u32Schema,
  u64Schema,
} from '../scalars.ts';
import { isWellFormed, utf8ByteLength } from '../utf8.ts';
import { callContextSchema } from './call-context.ts';
import { receiptSchema } from './receipt.ts';

/** A pixel of the image that `observation_id` names. */
export const pointSchema = z.strictObject({ x: u32Schema, y: u32Schema });
export type Point = z.output<typeof pointSchema>;

export const buttonSchema = z.enum(['left', 'right', 'middle']);
export type Button = z.output<typeof buttonSchema>;

export const scrollUnitSchema = z.enum(['pixels', 'steps']);
export type ScrollUnit = z.output<typeof scrollUnitSchema>;

export const keyNameSchema = z.enum(keyNames);

export const observationSchema = z.strictObject({
  observation_id: idSchema,
  target_id: idSchema,
  width: u32Schema.min(1),
  height: u32Schema.min(1),
  mime_type: z.string(),
  captured_at: timestampSchema,
});
export type ComputerObservation = z.output<typeof observationSchema>;

export const transferCompletionSchema = z.strictObject({
  produced_bytes: u64Schema,
  digest: z.strictObject({ algorithm: z.literal('sha256'), value: sha256Schema }),
});

/** `partial` and `unknown` are successful answers: they say what the system accepted, not what the application did. */
export const computerActionResultSchema = z.strictObject({
  receipt: receiptSchema,
  effect: z.enum(['not_executed', 'executed', 'partial', 'unknown']),
  input_cleanup_complete: z.boolean(),
});
export type ComputerActionResult = z.output<typeof computerActionResultSchema>;

const targetSchema = z.strictObject({
  target_id: idSchema,
  name: z.string(),
  width: u32Schema.min(1),
  height: u32Schema.min(1),
});
export type ComputerTarget = z.output<typeof targetSchema>;

const textSchema = z
  .string()
  .refine(
    (text) => text !== '' && isWellFormed(text) && utf8ByteLength(text) <= sizeLimits.textBytes,
    `must be 1..${sizeLimits.textBytes} UTF-8 bytes of well-formed Unicode`,
  );

const scrollParams = z
  .strictObject({
    context: callContextSchema,
    observation_id: idSchema,
    point: pointSchema,
    delta_x: i32Schema,
    delta_y: i32Schema,
    unit: scrollUnitSchema.optional(),
  })
  .superRefine((params, issues) => {
    const most = params.unit === 'steps' ? sizeLimits.scrollSteps : sizeLimits.scrollPixels;
    for (const name of ['delta_x', 'delta_y'] as const) {
      if (Math.abs(params[name]) <= most) continue;
      issues.addIssue({ code: 'custom', path: [name], message: `must be within ±${most}` });
    }
  });

const onObservation = { context: callContextSchema, observation_id: idSchema };
const observing = { scope: 'session', replay: 'active_only' } as const;
const input = { result: computerActionResultSchema, scope: 'session', replay: 'terminal_evidence' } as const;

export const computerOperations = {
  'computer.describe': {
    params: z.strictObject({ context: callContextSchema }),
    result: z.strictObject({
      targets: z.array(targetSchema).default([]),
      observe_ready: z.boolean(),
      input_ready: z.boolean(),
      scroll_units: z.array(scrollUnitSchema).default([]),
    }),
    ...observing,
  },
  'computer.observe': {
    params: z.strictObject({
      context: callContextSchema,
      target_id: idSchema.optional(),
      max_dimension: z.int().min(256).max(2048).default(1280),
    }),
    result: z.strictObject({
      observation: observationSchema,
      reader: idSchema,
      size_bytes: positiveU64Schema,
      expires_at: timestampSchema,
    }),
    ...observing,
  },
  'computer.close_observation': {
    params: z.strictObject({ context: callContextSchema, reader: idSchema }),
    result: z.strictObject({ completion: transferCompletionSchema }),
    ...observing,
  },
  'computer.click': {
    params: z.strictObject({
      ...onObservation,
      point: pointSchema,
      button: buttonSchema,
      count: z.int().min(1).max(2).default(1),
    }),
    ...input,
  },
  'computer.move': { params: z.strictObject({ ...onObservation, point: pointSchema }), ...input },
  'computer.drag': {
    params: z.strictObject({
      ...onObservation,
      start: pointSchema,
      end: pointSchema,
      button: buttonSchema,
      duration_ms: z.int().min(100).max(3000).default(500),
    }),
    ...input,
  },
  'computer.scroll': { params: scrollParams, ...input },
  'computer.type_text': {
    params: z.strictObject({ context: callContextSchema, text: textSchema }),
    ...input,
  },
  'computer.press_keys': {
    params: z.strictObject({
      context: callContextSchema,
      keys: z.array(keyNameSchema).min(1).max(sizeLimits.keysPerChord),
    }),
    ...input,
  },
} as const;

export type ComputerMethod = keyof typeof computerOperations;

/** The methods that send events to the desktop. */
export const computerInputMethods = [
  'computer.click',
  'computer.move',
  'computer.drag',
  'computer.scroll',
  'computer.type_text',
  'computer.press_keys',
] as const;
export type ComputerInputMethod = (typeof computerInputMethods)[number];

/** Values of `safe_detail` that computer methods use. */
export const safeDetails = [
  'computer_windows_desktop_unavailable',
  'computer_input_held',
  'computer_scroll_steps_required',
] as const;
export type SafeDetail = (typeof safeDetails)[number];

/** The Host's permission name, such as `environment.computer.click`. */
export function computerPermissionOf<M extends ComputerMethod>(method: M): `environment.${M}` {
  return `environment.${method}`;
}
