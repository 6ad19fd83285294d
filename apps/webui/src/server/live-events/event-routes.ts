import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Access } from '../auth/access.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { eventStream } from './event-stream.ts';
import type { LiveEvents } from './live-events.ts';

export type EventTimes = { readonly heartbeatMs?: number; readonly stallMs?: number };
type EventParts = EventTimes & { readonly events: LiveEvents; readonly access: Access };

const eventIdSchema = z
  .string()
  .regex(/^\d{1,15}$/, 'Give the id of an event.')
  .transform(Number);
const querySchema = z.strictObject({ after: eventIdSchema.optional() });

const summary = 'Follow what changes';
const description = [
  'Server-sent events: `id` is a growing integer, `data` is a LiveEvent as JSON. `Last-Event-ID` (or `after`) resumes',
  'without gap or repeat; absent, the stream begins with what comes next. An event named `reset` says that the log no',
  'longer reaches back that far: read the state anew and go on from its id.',
].join(' ');
const config = { answers: { 200: { description: 'The stream.', type: 'text/event-stream' } } } as const;

/** `GET /api/events`: server-sent events that resume after `Last-Event-ID` (a reconnecting browser) or `?after=`. */
export function registerEventRoutes(app: HttpApp, parts: EventParts): void {
  const { events, access, heartbeatMs = 15_000, stallMs = 60_000 } = parts;
  app.get(
    '/api/events',
    { config, schema: { summary, description, querystring: querySchema } },
    (request, reply) => {
      const after = lastEventId(request.headers['last-event-id']) ?? request.query.after;
      const gone = new AbortController();
      const { caller } = request;
      // Who was signed out sees nothing more, not even what waits to be sent.
      const unwatch = caller === null ? undefined : access.watch(caller, () => reply.raw.destroy());
      reply.raw.once('close', () => {
        gone.abort();
        unwatch?.();
      });
      const text = eventStream({
        batches: events.listen({ ...(after === undefined ? {} : { after }), signal: gone.signal }),
        heartbeatMs,
        stallMs,
        mayGoOn: async () => caller !== null && (await access.isLive(caller)),
        onStall: () => reply.raw.destroy(),
      });
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(text, { objectMode: false }));
    },
  );
}

function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  const parsed = eventIdSchema.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new ProblemError('invalid_request', 'Check Last-Event-ID: give the id of an event.', {
    errors: [{ path: 'Last-Event-ID', message: 'Give the id of an event.' }],
  });
}
