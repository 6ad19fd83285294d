import * as z from 'zod';

/** What the journeys read of the answers of the web UI: written from its documentation, not from its code. */
export const sessionSchema = z.object({ authenticated: z.boolean(), setup_required: z.boolean() });

export const problemSchema = z.object({ status: z.int(), code: z.string(), detail: z.string() });

export const pairingsSchema = z.object({
  pairings: z.array(
    z.object({
      pairing_id: z.string(),
      resource_id: z.string(),
      name: z.string(),
      verification_code: z.string(),
    }),
  ),
});

export const deviceSchema = z.object({
  device_id: z.string(),
  name: z.string(),
  status: z.enum(['connected', 'connecting', 'offline', 'revoked']),
  problem: z.string().nullable(),
  desktop: z
    .object({
      available_methods: z.array(z.string()),
      displays: z.array(
        z.object({ target_id: z.string(), name: z.string(), width: z.int(), height: z.int() }),
      ),
      observe_ready: z.boolean(),
      input_ready: z.boolean(),
      default_working_directory: z.string(),
    })
    .nullable(),
});
export type Device = z.infer<typeof deviceSchema>;

export const threadSchema = z.object({ thread_id: z.string(), title: z.string() });

export const runSchema = z.object({
  run_id: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'stopped', 'succeeded', 'failed']),
  reason: z.string().nullable(),
  ended_by: z.string().nullable(),
  tools: z.array(z.string()),
  usage: z.object({ steps: z.int(), input_tokens: z.int(), output_tokens: z.int() }),
});
export type Run = z.infer<typeof runSchema>;

const observationSchema = z.object({
  kind: z.literal('observation'),
  observation_id: z.string(),
  width: z.int(),
  height: z.int(),
  attachment: z
    .object({ attachment_id: z.string(), sha256: z.string(), mime_type: z.string(), size_bytes: z.int() })
    .nullable(),
});
export type Observation = z.infer<typeof observationSchema>;

const callResultSchema = z.discriminatedUnion('kind', [
  observationSchema,
  z.object({ kind: z.literal('description'), observe_ready: z.boolean(), input_ready: z.boolean() }),
  z.object({
    kind: z.literal('action'),
    ok: z.boolean(),
    effect: z.string(),
    input_cleanup_complete: z.boolean(),
    receipt: z.looseObject({ operation_id: z.string(), stage: z.string() }),
  }),
  z.object({
    kind: z.literal('error'),
    code: z.string(),
    message: z.string(),
    dispatch_stage: z.string(),
    retry_hint: z.string(),
    safe_detail: z.string().optional(),
  }),
]);

export const callSchema = z.object({
  call_id: z.string(),
  run_id: z.string(),
  call: z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  alias: z.string().nullable(),
  position: z.int(),
  state: z.enum(['waiting', 'running', 'finished']),
  result: callResultSchema.nullable(),
});
export type Call = z.infer<typeof callSchema>;

export const messageSchema = z.object({
  message_id: z.string(),
  run_id: z.string(),
  position: z.int(),
  role: z.enum(['user', 'assistant', 'reasoning', 'notice']),
  text: z.string(),
  state: z.enum(['streaming', 'finished', 'cut']),
});

export const approvalSchema = z.object({ approval_id: z.string(), call_id: z.string(), state: z.string() });

export const modelSchema = z.object({
  model_id: z.string(),
  name: z.string(),
  accepts_images: z.boolean().nullable(),
  api_key_set: z.boolean(),
});
export const modelTestSchema = z.object({
  ok: z.boolean(),
  code: z.string(),
  message: z.string(),
  accepts_images: z.boolean().nullable(),
});

export const transcriptSchema = z.object({
  thread: threadSchema,
  runs: z.array(runSchema),
  messages: z.array(messageSchema),
  calls: z.array(callSchema),
  approvals: z.array(approvalSchema),
});
export type Transcript = z.infer<typeof transcriptSchema>;
