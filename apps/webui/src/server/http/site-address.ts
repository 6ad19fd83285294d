import type { FastifyRequest } from 'fastify';
import type { ServerConfig } from '../config/server-config.ts';

/** The origin that the person's browser and daemons use: the public one, or the one this request asked for. */
export function siteOrigin(request: FastifyRequest, config: ServerConfig): string {
  return config.publicOrigin ?? ownOrigin(request);
}

export function isSecure(request: FastifyRequest, config: ServerConfig): boolean {
  return new URL(siteOrigin(request, config)).protocol === 'https:';
}

/** Bound to loopback, a name that merely resolves to it (DNS rebinding) is not this server. */
export function isOwnHost(request: FastifyRequest, config: ServerConfig): boolean {
  if (!URL.canParse(ownOrigin(request))) return false;
  if (!isLoopback(config.host)) return true;
  const { hostname } = new URL(ownOrigin(request));
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

const ownOrigin = (request: FastifyRequest) => `${request.protocol}://${request.host}`.toLowerCase();

const publicHostname = (config: ServerConfig) =>
  config.publicOrigin === null ? undefined : new URL(config.publicOrigin).hostname;
