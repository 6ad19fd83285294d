import { setTimeout as delay } from 'node:timers/promises';
import type { ListenerBatch } from './live-events.ts';

export type EventStreamOptions = {
  readonly batches: AsyncGenerator<ListenerBatch, void>;
  readonly heartbeatMs: number;
  /** Asked before anything is told; the stream ends when the reader may no longer read. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Called when the reader took nothing for `stallMs`; it resumes by its last id. */
  readonly onStall: () => void;
  readonly stallMs: number;
};

const reconnectMs = 1000;

/** The text of `text/event-stream`, made as fast as the reader takes it. */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string, void> {
  yield `retry: ${reconnectMs}\n\n`;
  let next = options.batches.next();
  for (;;) {
    const outcome = await withHeartbeat(next, options.heartbeatMs);
    if (!(await options.mayGoOn())) return;
    if (outcome === 'heartbeat') {
      yield* watched(': heartbeat\n\n', options);
      continue;
    }
    if (outcome.done === true) return;
    yield* watched(batchText(outcome.value), options);
    next = options.batches.next();
  }
}

function* watched(text: string, { onStall, stallMs }: EventStreamOptions): Generator<string, void> {
  const stalled = setTimeout(onStall, stallMs);
  try {
    yield text;
  } finally {
    clearTimeout(stalled);
  }
}

function batchText(batch: ListenerBatch): string {
  switch (batch.kind) {
    case 'frames':
      return batch.frames.map(({ text }) => text).join('');
    case 'reset':
      return `id: ${batch.eventId}\nevent: reset\ndata: {}\n\n`;
  }
}

async function withHeartbeat<Outcome>(
  next: Promise<Outcome>,
  heartbeatMs: number,
): Promise<Outcome | 'heartbeat'> {
  const timer = new AbortController();
  const heartbeat = delay(heartbeatMs, 'heartbeat' as const, { signal: timer.signal });
  heartbeat.catch(() => undefined);
  try {
    return await Promise.race([next, heartbeat]);
  } finally {
    timer.abort();
  }
}
