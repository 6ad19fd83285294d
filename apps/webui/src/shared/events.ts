import * as z from 'zod';
import { agentSchema } from './agents.ts';
import { approvalSchema } from './approvals.ts';
import { deviceIdSchema, deviceSchema, pairingSchema } from './devices.ts';
import { messageDeltaSchema, messageSchema } from './messages.ts';
import { modelSchema } from './models.ts';
import { projectSchema, runSchema, threadSchema, toolCallSchema } from './threads.ts';

/**
 * `GET /api/events` (SSE): `id` is a growing integer, `data` one of these as JSON. `Last-Event-ID` (or `?after=`)
 * resumes without gap or repeat. Each event carries the whole new state of one thing, so applying it twice is harmless;
 * a `message_delta` carries the text that a message has grown by and names where.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pairing'), pairing: pairingSchema }),
  z.object({
    type: z.literal('pairing_ended'),
    pairing_id: z.string(),
    outcome: z.enum(['approved', 'rejected', 'expired']),
  }),
  z.object({ type: z.literal('device'), device: deviceSchema }),
  z.object({ type: z.literal('device_forgotten'), device_id: deviceIdSchema }),
  z.object({ type: z.literal('project'), project: projectSchema }),
  z.object({ type: z.literal('project_deleted'), project_id: z.string() }),
  z.object({ type: z.literal('thread'), thread: threadSchema }),
  z.object({ type: z.literal('thread_deleted'), thread_id: z.string() }),
  z.object({ type: z.literal('run'), run: runSchema }),
  z.object({ type: z.literal('tool_call'), thread_id: z.string(), call: toolCallSchema }),
  z.object({ type: z.literal('message'), message: messageSchema }),
  z.object({ type: z.literal('message_delta'), delta: messageDeltaSchema }),
  z.object({ type: z.literal('approval'), approval: approvalSchema }),
  z.object({ type: z.literal('model'), model: modelSchema }),
  z.object({ type: z.literal('model_deleted'), model_id: z.string() }),
  z.object({ type: z.literal('agent'), agent: agentSchema }),
  z.object({ type: z.literal('agent_deleted'), agent_id: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
