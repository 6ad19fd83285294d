import type { FastifyRequest } from 'fastify';
import type { ServerConfig } from '../config/server-config.ts';
import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';
import { isOwnHost, isOwnOrigin } from './site-address.ts';

/** Refuses foreign Host headers (DNS rebinding) and state changes or browser sockets that another site started. */
export function installSiteGuard(app: HttpApp, config: ServerConfig): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusal(request, config));
  });
}

function refusal(request: FastifyRequest, config: ServerConfig): ProblemError | undefined {
  if (!isOwnHost(request, config)) {
    return new ProblemError(
      'host_refused',
      'Open the server by its own address, or start it with --public-url for this one.',
    );
  }
  const { access = 'owner' } = request.routeOptions.config;
  if (access === 'device' || !(changesState(request) || isSocket(request))) return undefined;
  // A browser sends no Bearer token on its own, and a cookie beside one counts for nothing. What needs no right at
  // all, like signing in, could still be done by another site in the owner's browser.
  if (access === 'owner' && hasBearer(request) && request.headers.origin === undefined) return undefined;
  if (isOwnOrigin(request, config) && !isFromElsewhere(request)) return undefined;
  return new ProblemError(
    'origin_refused',
    'The Origin header must name this server. Behind a proxy, start harness-ui with --public-url.',
  );
}

const changesState = (request: FastifyRequest) => !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
const isSocket = (request: FastifyRequest) => request.headers.upgrade !== undefined;
const hasBearer = (request: FastifyRequest) => /^bearer\b/i.test(request.headers.authorization?.trim() ?? '');
/** What the browser itself says of the page that asks; programs and old browsers say nothing. */
const isFromElsewhere = (request: FastifyRequest) =>
  ['cross-site', 'same-site'].includes(request.headers['sec-fetch-site'] ?? '');
