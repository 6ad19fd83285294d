import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { isApiPath, pathOf } from '../http/request-path.ts';
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
    const { access: needed = 'owner' } = request.routeOptions.config;
    if (!isGuarded(request) || needed === 'device') return;
    request.caller = await access.identify(request, reply, limit);
    if (needed === 'public') return;
    if (request.caller === null) throw new ProblemError('not_signed_in', 'Sign in first, then try again.');
    if (request.caller.kind === 'token') requireScope(request, request.caller.token);
  });
}

/** By what was asked and by what it was routed to: an encoded address is routed like a plain one. */
function isGuarded(request: FastifyRequest): boolean {
  const { config, url } = request.routeOptions;
  const isMarked = config.access !== undefined || config.scope !== undefined;
  return isMarked || isApiPath(pathOf(request)) || isApiPath(url ?? '');
}

function requireScope(request: FastifyRequest, token: KnownToken): void {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const { scope = isReading ? 'read' : 'manage' } = request.routeOptions.config;
  if (scope === 'owner_only') {
    throw new ProblemError('token_not_allowed', 'No API token may do this. Sign in to the web UI instead.');
  }
  if (token.scopes.includes(scope)) return;
  throw new ProblemError('token_not_allowed', `This needs an API token with the scope “${scope}”.`);
}
