import type { FastifyReply } from 'fastify';

/** Aborts when the connection ends before the answer was written. */
export function untilClientLeaves(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new Error('The client went away.'));
  });
  return left.signal;
}
