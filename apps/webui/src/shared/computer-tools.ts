import * as z from 'zod';
import { aliasSchema } from './bindings.ts';

const observationIdSchema = z
  .string()
  .regex(/^obs-[0-9a-f]{8}$/, 'Use the observation_id of a screenshot of this run.');
const pointSchema = z.strictObject({ x: z.int().min(0), y: z.int().min(0) });
const buttonSchema = z.enum(['left', 'right', 'middle', 'back', 'forward']);
const modifiersSchema = z
  .array(z.enum(['shift', 'control', 'alt', 'meta']))
  .max(4)
  .refine((modifiers) => new Set(modifiers).size === modifiers.length, 'A modifier is listed twice.');
/** Pixels of the image that `observation_id` names. */
const regionSchema = z.strictObject({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().min(1),
  height: z.int().min(1),
});

/**
 * The tools of an agent, by name, with their arguments. Points are pixels of the referred image. Modifiers, back and
 * forward, a third click, a zoom and `hold_ms` need a device that speaks EIP 0.100.
 */
export const computerToolArguments = {
  computer_describe: z.strictObject({ alias: aliasSchema.optional() }),
  computer_observe: z.strictObject({
    alias: aliasSchema.optional(),
    target_id: z.string().min(1).max(128).optional(),
    max_dimension: z.int().min(256).max(2048).optional(),
  }),
  /** A closer look at a part of a screenshot; gives a screenshot of its own. */
  computer_zoom: z.strictObject({
    observation_id: observationIdSchema,
    region: regionSchema,
    max_dimension: z.int().min(256).max(2048).optional(),
  }),
  computer_click: z.strictObject({
    observation_id: observationIdSchema,
    point: pointSchema,
    button: buttonSchema,
    count: z.int().min(1).max(3).optional(),
    modifiers: modifiersSchema.optional(),
  }),
  computer_move: z.strictObject({
    observation_id: observationIdSchema,
    point: pointSchema,
    modifiers: modifiersSchema.optional(),
  }),
  computer_drag: z.strictObject({
    observation_id: observationIdSchema,
    start: pointSchema,
    end: pointSchema,
    button: buttonSchema,
    duration_ms: z.int().min(100).max(3000).optional(),
    modifiers: modifiersSchema.optional(),
  }),
  computer_scroll: z.strictObject({
    observation_id: observationIdSchema,
    point: pointSchema,
    delta_x: z.int(),
    delta_y: z.int(),
    unit: z.enum(['pixels', 'steps']).optional(),
    modifiers: modifiersSchema.optional(),
  }),
  computer_type_text: z.strictObject({ alias: aliasSchema.optional(), text: z.string().min(1).max(16_384) }),
  computer_press_keys: z.strictObject({
    alias: aliasSchema.optional(),
    keys: z.array(z.string().min(1).max(32)).min(1).max(8),
    /** 0 or absent: the usual short press. */
    hold_ms: z.int().min(0).max(10_000).optional(),
  }),
} as const;
export type ComputerToolName = keyof typeof computerToolArguments;

/** `{tool, arguments}`: one call, discriminated by the tool's name. */
export const computerToolCallSchema = z.discriminatedUnion('tool', [
  z.strictObject({
    tool: z.literal('computer_describe'),
    arguments: computerToolArguments.computer_describe,
  }),
  z.strictObject({ tool: z.literal('computer_observe'), arguments: computerToolArguments.computer_observe }),
  z.strictObject({ tool: z.literal('computer_zoom'), arguments: computerToolArguments.computer_zoom }),
  z.strictObject({ tool: z.literal('computer_click'), arguments: computerToolArguments.computer_click }),
  z.strictObject({ tool: z.literal('computer_move'), arguments: computerToolArguments.computer_move }),
  z.strictObject({ tool: z.literal('computer_drag'), arguments: computerToolArguments.computer_drag }),
  z.strictObject({ tool: z.literal('computer_scroll'), arguments: computerToolArguments.computer_scroll }),
  z.strictObject({
    tool: z.literal('computer_type_text'),
    arguments: computerToolArguments.computer_type_text,
  }),
  z.strictObject({
    tool: z.literal('computer_press_keys'),
    arguments: computerToolArguments.computer_press_keys,
  }),
]);
export type ComputerToolCall = z.infer<typeof computerToolCallSchema>;

/** The display copy of a screenshot, fetched from `/api/threads/{id}/attachments/{attachment_id}`; 410 once expired. */
const attachmentSchema = z.object({
  attachment_id: z.string(),
  sha256: z.string(),
  mime_type: z.string(),
  width: z.int(),
  height: z.int(),
  size_bytes: z.int(),
  expires_at: z.iso.datetime(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** What a call gave. `ok` of an input is true only if it was executed and everything pressed was released. */
export const computerToolResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('description'),
    ok: z.literal(true),
    displays: z.array(z.object({ target_id: z.string(), name: z.string(), width: z.int(), height: z.int() })),
    observe_ready: z.boolean(),
    input_ready: z.boolean(),
    scroll_units: z.array(z.enum(['pixels', 'steps'])),
  }),
  z.object({
    kind: z.literal('observation'),
    ok: z.literal(true),
    observation_id: observationIdSchema,
    target_id: z.string(),
    width: z.int(),
    height: z.int(),
    captured_at: z.iso.datetime(),
    /** In pixels of this image; absent when the pointer is elsewhere or the device does not say. */
    pointer: z.object({ x: z.int(), y: z.int() }).optional(),
    /** Share of pixels, 0..1, that differ from the screenshot before; absent when the device does not say. */
    changed: z.number().min(0).max(1).optional(),
    /** `null` when the display copy could not be stored; the observation itself stands. */
    attachment: attachmentSchema.nullable(),
  }),
  z.object({
    kind: z.literal('action'),
    ok: z.boolean(),
    effect: z.enum(['not_executed', 'executed', 'partial', 'unknown']),
    input_cleanup_complete: z.boolean(),
    receipt: z.looseObject({ operation_id: z.string(), stage: z.string(), outcome: z.string().optional() }),
  }),
  z.object({
    kind: z.literal('error'),
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    dispatch_stage: z.string(),
    retry_hint: z.string(),
    safe_detail: z.string().optional(),
  }),
]);
export type ComputerToolResult = z.infer<typeof computerToolResultSchema>;
