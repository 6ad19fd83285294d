import * as z from 'zod';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { approvalSchema, callSchema, messageSchema, runSchema } from '../web-ui/api-schemas.ts';

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: runSchema }),
  z.object({ type: z.literal('tool_call'), call: callSchema }),
  z.object({ type: z.literal('message'), message: messageSchema }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ message_id: z.string(), offset: z.int(), text: z.string() }),
  }),
  z.object({ type: z.literal('approval'), approval: approvalSchema }),
]);
type SeenEvent = z.infer<typeof eventSchema>;

/** What a browser got over SSE, in order. */
export type SeenEvents = {
  readonly ids: readonly number[];
  /** Those that belong to conversations. */
  readonly events: readonly SeenEvent[];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
};

/** Follows the server's events after an id until the server ends. */
export async function followEvents(
  api: ApiClient,
  { after, teardown }: { readonly after: number; readonly teardown: Teardown },
): Promise<SeenEvents> {
  const stop = new AbortController();
  teardown.defer(() => stop.abort());
  const response = await fetch(`${api.origin}/api/events?after=${after}`, {
    headers: { cookie: api.cookie },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`The events answered ${response.status}.`);
  const ids: number[] = [];
  const events: SeenEvent[] = [];
  return { ids, events, ended: readFrames(response.body, { ids, events }) };
}

async function readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  seen: { readonly ids: number[]; readonly events: SeenEvent[] },
): Promise<void> {
  let waiting = '';
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const frames = `${waiting}${text}`.split('\n\n');
      waiting = frames.pop() ?? '';
      for (const frame of frames) readFrame(frame, seen);
    }
  } catch {
    // The server was killed: what came whole is what was seen.
  }
}

function readFrame(frame: string, { ids, events }: { ids: number[]; events: SeenEvent[] }): void {
  const id = /^id: ?(\d+)$/m.exec(frame)?.[1];
  const data = /^data: ?(.*)$/m.exec(frame)?.[1];
  if (id === undefined || data === undefined) return;
  ids.push(Number(id));
  const parsed = eventSchema.safeParse(JSON.parse(data));
  if (parsed.success) events.push(parsed.data);
}

/** The texts of messages as a page that applied the events shows them. */
export function textsOf(events: readonly SeenEvent[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'message') texts.set(event.message.message_id, event.message.text);
    if (event.type !== 'message_delta') continue;
    const { message_id, offset, text } = event.delta;
    const before = texts.get(message_id) ?? '';
    if (before.length === offset) texts.set(message_id, before + text);
  }
  return texts;
}
