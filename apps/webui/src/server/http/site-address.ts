import type { FastifyRequest } from 'fastify';
import type { ServerConfig } from '../config/server-config.ts';
import { ProblemError } from './problem-error.ts';

/** The origin that the person's browser and daemons use: the public one, or the one this request asked for. */
export function siteOrigin(request: FastifyRequest, config: ServerConfig): string {
  const origin = config.publicOrigin ?? ownOrigin(request);
  if (origin === undefined) throw new ProblemError('host_refused', 'The Host header is not an address.');
  return origin;
}

export function isSecure(request: FastifyRequest, config: ServerConfig): boolean {
  return siteOrigin(request, config).startsWith('https:');
}

/** Bound to loopback, a name that merely resolves to it (DNS rebinding) is not this server. */
export function isOwnHost(request: FastifyRequest, config: ServerConfig): boolean {
  const asked = ownOrigin(request);
  if (asked === undefined) return false;
  if (!isLoopback(config.host)) return true;
  const { hostname } = new URL(asked);
  return isLoopback(hostname) || hostname === publicHostname(config);
}

/** Whether a browser page of this very site made the request. */
export function isOwnOrigin(request: FastifyRequest, config: ServerConfig): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (origin === config.publicOrigin || origin === ownOrigin(request));
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}

function ownOrigin(request: FastifyRequest): string | undefined {
  const asked = `${request.protocol}://${request.host}`;
  return URL.canParse(asked) ? new URL(asked).origin : undefined;
}

const publicHostname = (config: ServerConfig) =>
  config.publicOrigin === null ? undefined : new URL(config.publicOrigin).hostname;
