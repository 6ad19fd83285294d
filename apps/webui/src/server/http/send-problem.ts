import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { ProblemError } from './problem-error.ts';

export function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem.toProblem());
}

const frameworkErrorSchema = z.object({
  statusCode: z.int().min(400).max(499),
  code: z.string().default(''),
});

/** What was not thrown on purpose becomes `internal`, with its cause. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = frameworkErrorSchema.safeParse(error);
  if (!known.success) {
    return new ProblemError('internal', 'The server could not do this. Its log says why.', { cause: error });
  }
  switch (known.data.statusCode) {
    case 403:
    case 404:
    case 414:
      return new ProblemError('not_found', 'There is nothing at this address.', { cause: error });
    case 413:
      return new ProblemError('payload_too_large', 'Send a smaller request.', { cause: error });
    case 415:
      return new ProblemError('unsupported_media_type', 'Send JSON with Content-Type: application/json.', {
        cause: error,
      });
    default:
      return new ProblemError(
        'invalid_request',
        frameworkDetails.get(known.data.code) ?? 'Check the request.',
        {
          cause: error,
        },
      );
  }
}

const frameworkDetails = new Map([
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'Send a JSON body, or leave Content-Type out.'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'The request body is not JSON.'],
]);
