import * as z from 'zod';
import { aliasSchema } from './bindings.ts';

const observationIdSchema = z
  .string()
  .regex(/^obs-[0-9a-f]{8}$/, 'Use the observation_id of a screenshot of this run.');
const pointSchema = z.strictObject({ x: z.int().min(0), y: z.int().min(0) });
const buttonSchema = z.enum(['left', 'right', 'middle']);

/** The tools of an agent, by name, with their arguments. Points are pixels of the referred image. */
export const computerToolArguments = {
  computer_describe: z.strictObject({ alias: aliasSchema.optional() }),
  computer_observe: z.strictObject({
    alias: aliasSchema.optional(),
    target_id: z.string().min(1).max(128).optional(),
    max_dimension: z.int().min(256).max(2048).optional(),
  }),
  computer_click: z.strictObject({
    observation_id: observationIdSchema,
    point: pointSchema,
    button: buttonSchema,
    count: z.int().min(1).max(2).optional(),
  }),
  computer_move: z.strictObject({ observation_id: observationIdSchema, point: pointSchema }),
  computer_drag: z.strictObject({
    observation_id: observationIdSchema,
    start: pointSchema,
    end: pointSchema,
    button: buttonSchema,
    duration_ms: z.int().min(100).max(3000).optional(),
  }),
  computer_scroll: z.strictObject({
    observation_id: observationIdSchema,
    point: pointSchema,
    delta_x: z.int(),
    delta_y: z.int(),
    unit: z.enum(['pixels', 'steps']).optional(),
  }),
  computer_type_text: z.strictObject({ alias: aliasSchema.optional(), text: z.string().min(1).max(16_384) }),
  computer_press_keys: z.strictObject({
    alias: aliasSchema.optional(),
    keys: z.array(z.string().min(1).max(32)).min(1).max(8),
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
