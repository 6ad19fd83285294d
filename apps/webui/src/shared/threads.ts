import * as z from 'zod';
import { budgetSchema } from './agents.ts';
import { approvalModeSchema, approvalSchema } from './approvals.ts';
import { environmentConfigurationSchema } from './bindings.ts';
import { computerToolCallSchema, computerToolResultSchema } from './computer-tools.ts';
import { messageSchema } from './messages.ts';
import { providerSchema } from './models.ts';
import { nameSchema } from './names.ts';

const timestampSchema = z.iso.datetime();
const projectNameSchema = nameSchema('Give the project a name.', 120);
const titleSchema = nameSchema('Give the conversation a title.', 120);

/** `GET|POST /api/projects`, `GET|PATCH|DELETE /api/projects/{id}`. */
export const projectSchema = z.object({
  project_id: z.string(),
  name: z.string(),
  configuration: environmentConfigurationSchema,
  created_at: timestampSchema,
});
export type Project = z.infer<typeof projectSchema>;
export const projectListSchema = z.object({ projects: z.array(projectSchema) });
export const projectCreateSchema = z.strictObject({
  name: projectNameSchema,
  configuration: environmentConfigurationSchema.optional(),
});
export const projectPatchSchema = z.strictObject({
  name: projectNameSchema.optional(),
  configuration: environmentConfigurationSchema.optional(),
});

/** `GET|POST /api/threads`, `GET|PATCH|DELETE /api/threads/{id}`. The configuration is for the next run. */
export const threadSchema = z.object({
  thread_id: z.string(),
  project_id: z.string().nullable(),
  title: z.string(),
  configuration: environmentConfigurationSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Thread = z.infer<typeof threadSchema>;
export const threadListSchema = z.object({ threads: z.array(threadSchema) });
export const threadCreateSchema = z.strictObject({
  title: titleSchema.optional(),
  project_id: z.string().nullable().optional(),
  configuration: environmentConfigurationSchema.optional(),
});
export const threadPatchSchema = z.strictObject({
  title: titleSchema.optional(),
  configuration: environmentConfigurationSchema.optional(),
});

export const runStateSchema = z.enum(['queued', 'running', 'waiting', 'stopped', 'succeeded', 'failed']);
export type RunState = z.infer<typeof runStateSchema>;

/** Who or what ended it; `null` while it goes on. */
const endedBySchema = z.enum([
  'person',
  'agent',
  'budget_steps',
  'budget_tokens',
  'budget_wall_time',
  'model',
  'idle',
  'server',
]);
export type EndedBy = z.infer<typeof endedBySchema>;

/** The model as it was when the run began. */
export const runModelSchema = z.object({
  model_id: z.string(),
  name: z.string(),
  provider: providerSchema,
  provider_model: z.string(),
});

/**
 * `POST /api/threads/{id}/runs` starts one on a snapshot of the effective bindings (project ∩ thread). An Operator run
 * waits for the person's calls until it is finished, stopped or idle for too long. A run of a model that is started
 * while another goes on is `queued`, and takes its snapshot when its turn comes.
 */
export const runSchema = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  agent: z.enum(['operator', 'model']),
  /** `Operator`, or the name of the saved agent or of the model. */
  agent_name: z.string(),
  /** `null` of an Operator run. */
  model: runModelSchema.nullable(),
  state: runStateSchema,
  /** Why it ended, in plain words; `null` while it goes on. */
  reason: z.string().nullable(),
  ended_by: endedBySchema.nullable(),
  /** The snapshot: ceilings as they hold in this run, whatever is saved meanwhile. */
  environment: environmentConfigurationSchema,
  /** The tools that some binding allows and its device serves. */
  tools: z.array(z.string()),
  /** `null` of an Operator run. */
  budget: budgetSchema.nullable(),
  approval: approvalModeSchema,
  usage: z.object({
    steps: z.int().min(0),
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
  }),
  started_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;

const promptSchema = z.string().trim().min(1, 'Write what is to be done.').max(32_000);

/** Made by the caller: the same id again gives the run that it started, never a second one. */
const requestIdSchema = z.uuid().optional();

/** Of a model: a saved agent, or a model alone with the built-in instructions. */
export const runCreateSchema = z.discriminatedUnion('agent', [
  z.strictObject({ request_id: requestIdSchema, agent: z.literal('operator') }),
  z.strictObject({
    request_id: requestIdSchema,
    agent: z.literal('model'),
    chosen: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('agent'), agent_id: z.string() }),
      z.strictObject({ kind: z.literal('model'), model_id: z.string() }),
    ]),
    prompt: promptSchema,
    /** Absent: that of the agent, or the default. */
    budget: budgetSchema.optional(),
    approval: approvalModeSchema.default('none'),
  }),
]);
export type RunCreate = z.output<typeof runCreateSchema>;

/**
 * `POST /api/threads/{id}/runs/{run}/calls` → the finished call. `call_id` is made by the caller: the same id again
 * gives the stored answer, never a second execution. `POST …/stop` and `POST …/finish` → the run.
 */
export const toolCallRequestSchema = z.strictObject({ call_id: z.uuid(), call: computerToolCallSchema });

export const toolCallSchema = z.object({
  call_id: z.string(),
  run_id: z.string(),
  /** Order among the messages and calls of the thread. */
  position: z.int(),
  call: computerToolCallSchema,
  /** The binding it was routed to; `null` when it could not be routed. */
  alias: z.string().nullable(),
  /** `waiting`: nothing was sent yet; the person is asked first. */
  state: z.enum(['waiting', 'running', 'finished']),
  result: computerToolResultSchema.nullable(),
  started_at: timestampSchema,
  duration_ms: z.int().nullable(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** `GET /api/threads/{id}/transcript`: everything up to `last_event_id`; live events continue after it. */
export const transcriptSchema = z.object({
  thread: threadSchema,
  runs: z.array(runSchema),
  messages: z.array(messageSchema),
  calls: z.array(toolCallSchema),
  approvals: z.array(approvalSchema),
  last_event_id: z.int().min(0),
});
export type Transcript = z.infer<typeof transcriptSchema>;
