import type { FastifyContextConfig } from 'fastify';
import type { TokenScope } from '../../shared/access.ts';
import { isApiPath } from './request-path.ts';

/** Who may use a route that is asked for under these addresses; `undefined`: nobody is asked who they are. */
export function accessOf(
  { access, scope }: FastifyContextConfig,
  ...addresses: readonly string[]
): 'owner' | 'device' | 'public' | undefined {
  if (access !== undefined) return access;
  return scope !== undefined || addresses.some(isApiPath) ? 'owner' : undefined;
}

/** What a token needs for a route of the owner. */
export function scopeOf({ scope }: FastifyContextConfig, method: string): TokenScope | 'owner_only' {
  return scope ?? (['GET', 'HEAD'].includes(method) ? 'read' : 'manage');
}
