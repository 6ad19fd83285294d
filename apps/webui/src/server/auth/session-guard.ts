import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { isApiPath, pathOf } from '../http/request-path.ts';
import type { WebSessions } from './web-session.ts';

/** Everything under `/api` needs the owner's session unless the route says otherwise, also what does not exist. */
export async function installSessionGuard(app: HttpApp, sessions: WebSessions): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('webSession', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access = 'owner' } = request.routeOptions.config;
    if (!isApi(request) || access === 'device') return;
    request.webSession = await sessions.resume(request, reply);
    if (access === 'owner' && request.webSession === null) {
      throw new ProblemError('not_signed_in', 'Sign in first, then try again.');
    }
  });
}

/** By what was asked and by what it was routed to: an encoded address is routed like a plain one. */
const isApi = (request: FastifyRequest) =>
  isApiPath(pathOf(request)) || isApiPath(request.routeOptions.url ?? '');
