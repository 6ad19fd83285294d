import { liveEventSchema, type LiveEvent } from '../../shared/events.ts';

type Listener = { readonly origin: string; readonly cookie: string };
export type ReadEvent = { readonly id: number; readonly event: LiveEvent | 'reset' };

/** A browser's stream of `/api/events`, read as it comes. */
export type EventReader = {
  /** The next one; `undefined` when the stream has ended. */
  next(): Promise<ReadEvent | undefined>;
  close(): void;
};

/** `after`: the id that a reconnecting browser names. */
export async function openEvents({ origin, cookie }: Listener, after?: number): Promise<EventReader> {
  const stop = new AbortController();
  const headers = { cookie, ...(after === undefined ? {} : { 'last-event-id': String(after) }) };
  const response = await fetch(`${origin}/api/events`, { headers, signal: stop.signal });
  if (response.status !== 200) throw new Error(`/api/events answered ${response.status}.`);
  const frames = framesOf(response);
  return {
    async next() {
      try {
        const { value } = await frames.next();
        return value;
      } catch (error) {
        if (stop.signal.aborted || error instanceof TypeError) return undefined;
        throw error;
      }
    },
    close: () => stop.abort(),
  };
}

async function* framesOf(response: Response): AsyncGenerator<ReadEvent, undefined> {
  let text = '';
  for await (const piece of textOf(response)) {
    text += piece;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const read = parseFrame(frame);
      if (read !== undefined) yield read;
    }
  }
  return undefined;
}

/** The body as it comes. */
export async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return;
    yield decoder.decode(part.value, { stream: true });
  }
}

/** `undefined` for comments and the time to reconnect. */
function parseFrame(frame: string): ReadEvent | undefined {
  const id = Number(/^id: (\d+)$/m.exec(frame)?.[1] ?? Number.NaN);
  const data = /^data: (.*)$/m.exec(frame)?.[1];
  if (Number.isNaN(id) || data === undefined) return undefined;
  if (/^event: reset$/m.test(frame)) return { id, event: 'reset' };
  return { id, event: liveEventSchema.parse(JSON.parse(data)) };
}
