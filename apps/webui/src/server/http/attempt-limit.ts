import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';
import type { ProblemCode } from './problem-table.ts';

const attempts = { max: 5, timeWindow: 60_000 } as const;

/** Counts attempts of one address; throws `code` with `Retry-After` from the sixth within a minute on. */
export type AttemptLimit = (request: FastifyRequest) => Promise<void>;

export async function installAttemptLimits(app: HttpApp): Promise<void> {
  await app.register(rateLimit, { global: false });
}

/** A counter of its own: five a minute an address (an IPv6 /64 counts as one). */
export function createAttemptLimit(app: HttpApp, code: ProblemCode): AttemptLimit {
  const count = app.createRateLimit(attempts);
  return async (request) => {
    const outcome = await count(request);
    if (outcome.isAllowed || !outcome.isExceeded) return;
    const retryAfterSeconds = Math.max(1, outcome.ttlInSeconds);
    throw new ProblemError(
      code,
      `Too many attempts from this address. Try again in ${retryAfterSeconds} s.`,
      {
        retryAfterSeconds,
      },
    );
  };
}
