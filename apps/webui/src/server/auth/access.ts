import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AttemptLimit } from '../http/attempt-limit.ts';
import { ProblemError } from '../http/problem-error.ts';
import { bearerOf, type ApiTokens } from './api-tokens.ts';
import { accessIdOf, type Caller } from './caller.ts';
import type { WebSessions } from './web-session.ts';

type AccessParts = { readonly sessions: WebSessions; readonly tokens: ApiTokens; readonly audit: AuditLog };

/** Who may use the server, and what must end when they may no longer. */
export type Access = {
  /** A Bearer token decides alone: a cookie beside it counts for nothing. Throws `token_not_valid`. */
  identify(request: FastifyRequest, reply: FastifyReply, limit: AttemptLimit): Promise<Caller | null>;
  isLive(caller: Caller): Promise<boolean>;
  /** Calls `end` once when the caller's session or token is ended. The result stops watching. */
  watch(caller: Caller, end: () => void): () => void;
  /** Ends what these sessions or tokens keep open. */
  cut(accessIds: readonly string[]): void;
};

export function createAccess({ sessions, tokens, audit }: AccessParts): Access {
  const watchers = new Map<string, Set<() => void>>();
  return {
    async identify(request, reply, limit) {
      const bearer = bearerOf(request);
      if (bearer === undefined) {
        const session = await sessions.resume(request, reply);
        return session === null ? null : { kind: 'owner', session };
      }
      const token = await tokens.resume(bearer);
      if (token !== undefined) return { kind: 'token', token };
      // Only wrong ones are counted, so that nobody can lock out a right one.
      await limit(request);
      await audit.record({ request, action: 'sign_in.failed', detail: 'An API token that is not valid.' });
      throw new ProblemError(
        'token_not_valid',
        'The API token is wrong, revoked or expired. Make a new one.',
      );
    },
    isLive: (caller) =>
      caller.kind === 'owner' ? sessions.isLive(caller.session) : tokens.isLive(caller.token),
    watch(caller, end) {
      const id = accessIdOf(caller);
      const ends = watchers.get(id) ?? new Set();
      watchers.set(id, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && watchers.get(id) === ends) watchers.delete(id);
      };
    },
    cut(accessIds) {
      for (const id of accessIds) {
        const ends = watchers.get(id) ?? [];
        watchers.delete(id);
        for (const end of ends) end();
      }
    },
  };
}
