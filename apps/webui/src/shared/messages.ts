import * as z from 'zod';

/**
 * Text of a run. `notice`: a fixed phrase of the server to the model, shown to the person too. `reasoning`: what a
 * model shows of its thinking. `cut`: the stream ended before the text did.
 */
export const messageSchema = z.object({
  message_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  /** Order among the messages and calls of the thread. */
  position: z.int(),
  role: z.enum(['user', 'assistant', 'reasoning', 'notice']),
  /** Markdown of `assistant`; plain text of the others. */
  text: z.string(),
  state: z.enum(['streaming', 'finished', 'cut']),
  created_at: z.iso.datetime(),
});
export type Message = z.infer<typeof messageSchema>;

/** `offset`: UTF-16 length of the text before it; a delta that does not continue the known text is skipped. */
export const messageDeltaSchema = z.object({
  message_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  offset: z.int().min(0),
  text: z.string(),
});
export type MessageDelta = z.infer<typeof messageDeltaSchema>;
