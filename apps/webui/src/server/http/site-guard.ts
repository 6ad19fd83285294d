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
  // A Bearer credential is never sent by a browser on its own.
  const needsOrigin = (changesState(request) || isSocket(request)) && accessOf(request) !== 'device';
  if (!needsOrigin || isOwnOrigin(request, config)) return undefined;
  return new ProblemError(
    'origin_refused',
    'The Origin header must name this server. Behind a proxy, start harness-ui with --public-url.',
  );
}

const changesState = (request: FastifyRequest) => !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
const isSocket = (request: FastifyRequest) => request.headers.upgrade !== undefined;
const accessOf = (request: FastifyRequest) => request.routeOptions.config.access;
