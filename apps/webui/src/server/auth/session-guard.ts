import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { pathOf } from '../http/request-path.ts';
import { accessOf, scopeOf } from '../http/route-access.ts';
import type { Access } from './access.ts';
import type { KnownToken } from './caller.ts';

/**
 * Everything under `/api`, also what does not exist, needs the owner's session or a token with the route's scope,
 * unless the route says otherwise. Install the attempt limits first.
 */
export async function installSessionGuard(app: HttpApp, access: Access): Promise<void> {
  await app.register(cookie);
  const limit = createAttemptLimit(app, 'rate_limited');
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    // By what was asked and by what it was routed to: an encoded address is routed like a plain one.
    const needed = accessOf(config, pathOf(request), url);
    if (needed === undefined || needed === 'device') return;
    request.caller = await access.identify(request, reply, limit);
    if (needed === 'public') return;
    if (request.caller === null) throw new ProblemError('not_signed_in', 'Sign in first, then try again.');
    if (request.caller.kind === 'token') requireScope(request, request.caller.token);
  });
}

function requireScope(request: FastifyRequest, token: KnownToken): void {
  const scope = scopeOf(request.routeOptions.config, request.method);
  if (scope === 'owner_only') {
    throw new ProblemError('token_not_allowed', 'No API token may do this. Sign in to the web UI instead.');
  }
  if (token.scopes.includes(scope)) return;
  throw new ProblemError('token_not_allowed', `This needs an API token with the scope “${scope}”.`);
}
