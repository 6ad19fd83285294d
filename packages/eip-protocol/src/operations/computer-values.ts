import { z } from 'zod';

import { keyNames } from '../key-names.ts';
import { sizeLimits } from '../limits.ts';
import { i32Schema, u32Schema } from '../integers.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { isWellFormed, utf8ByteLength } from '../utf8.ts';
import { receiptSchema } from './receipt.ts';

/** A pixel of the image that `observation_id` names. */
export const pointSchema = z.strictObject({ x: u32Schema, y: u32Schema });
export type Point = z.output<typeof pointSchema>;

/** A part of the image that `observation_id` names, in its pixels. */
export const regionSchema = z.strictObject({
  x: u32Schema,
  y: u32Schema,
  width: u32Schema.min(1),
  height: u32Schema.min(1),
});
export type Region = z.output<typeof regionSchema>;

export const buttonSchema = z.enum(['left', 'right', 'middle', 'back', 'forward']);
export type Button = z.output<typeof buttonSchema>;

/** Held while the gesture happens. */
export const modifierSchema = z.enum(['shift', 'control', 'alt', 'meta']);
export type Modifier = z.output<typeof modifierSchema>;

export const modifiersSchema = z
  .array(modifierSchema)
  .refine((modifiers) => new Set(modifiers).size === modifiers.length, 'must not repeat a modifier')
  .default([]);

export const scrollUnitSchema = z.enum(['pixels', 'steps']);
export type ScrollUnit = z.output<typeof scrollUnitSchema>;

export const imageFormatSchema = z.enum(['jpeg', 'png', 'webp']);
export type ImageFormat = z.output<typeof imageFormatSchema>;

export const keyNameSchema = z.enum(keyNames);

export const typedTextSchema = z
  .string()
  .refine(
    (text) => text !== '' && isWellFormed(text) && utf8ByteLength(text) <= sizeLimits.textBytes,
    `must be 1..${sizeLimits.textBytes} UTF-8 bytes of well-formed Unicode`,
  );

export const publicObservationSchema = z.strictObject({
  observation_id: idSchema,
  target_id: idSchema,
  width: u32Schema.min(1),
  height: u32Schema.min(1),
  mime_type: z.string(),
  captured_at: timestampSchema,
});

const ratioSchema = z
  .number()
  .min(0)
  .max(1)
  .refine((ratio) => Number(ratio.toFixed(4)) === ratio, 'must have at most 4 decimals');

export const observationSchema = z.strictObject({
  ...publicObservationSchema.shape,
  /** In pixels of this image; absent when the pointer is outside of what was observed. */
  pointer: z.strictObject({ x: i32Schema, y: i32Schema }).optional(),
  /** Share of pixels that differ from the session's previous observation of this area and size; absent without one. */
  changed: ratioSchema.optional(),
});
export type ComputerObservation = z.output<typeof observationSchema>;

/** `partial` and `unknown` are successful answers: they say what the system accepted, not what the application did. */
export const computerActionResultSchema = z.strictObject({
  receipt: receiptSchema,
  effect: z.enum(['not_executed', 'executed', 'partial', 'unknown']),
  input_cleanup_complete: z.boolean(),
});
export type ComputerActionResult = z.output<typeof computerActionResultSchema>;

export const targetSchema = z.strictObject({
  target_id: idSchema,
  name: z.string(),
  width: u32Schema.min(1),
  height: u32Schema.min(1),
});
export type ComputerTarget = z.output<typeof targetSchema>;
