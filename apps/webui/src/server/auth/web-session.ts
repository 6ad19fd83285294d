import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CoreContext } from '../core-context.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { isSecure } from '../http/site-address.ts';
import type { AuthRepository } from './auth-repository.ts';
import type { WebSession } from './caller.ts';
import { createToken, hashToken } from './token.ts';

const cookieName = 'harness_session';
const dayMs = 24 * 60 * 60_000;
const lifetimeMs = 30 * dayMs;
const useRecordedEveryMs = 60_000;
const maxUserAgentLength = 300;

/** Browser sessions: a random cookie, its hash in the database, 30 days after the last use. */
export type WebSessions = {
  /** Gives its id. */
  start(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** The session of the request's cookie. Notes its use at most once a minute, moves its end at most once a day. */
  resume(request: FastifyRequest, reply: FastifyReply): Promise<WebSession | null>;
  isLive(session: WebSession): Promise<boolean>;
  clearCookie(reply: FastifyReply): void;
};

export function createWebSessions(context: CoreContext, auth: AuthRepository): WebSessions {
  const endOf = (now: Date) => new Date(now.getTime() + lifetimeMs);
  const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
    reply.setCookie(cookieName, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(request, context.config),
      maxAge: lifetimeMs / 1000,
    });
  return {
    async start(request, reply) {
      const token = createToken(context.random);
      const now = context.clock.now();
      const sessionId = `session-${context.random.uuid()}`;
      await auth.createSession({
        tokenHash: hashToken(token),
        sessionId,
        address: request.ip,
        userAgent: claimedText(request.headers['user-agent'] ?? '', maxUserAgentLength),
        expiresAt: endOf(now),
        now,
      });
      setCookie(request, reply, token);
      return sessionId;
    },
    async resume(request, reply) {
      const token = request.cookies[cookieName];
      if (token === undefined) return null;
      const now = context.clock.now();
      const session = await auth.findSession(hashToken(token), now);
      if (session === undefined) return null;
      const mayGrow = session.expiresAt.getTime() - now.getTime() <= lifetimeMs - dayMs;
      const wasSeenJustNow = now.getTime() - session.lastSeenAt.getTime() < useRecordedEveryMs;
      if (!mayGrow && wasSeenJustNow) return session;
      const used = { ...session, lastSeenAt: now, expiresAt: mayGrow ? endOf(now) : session.expiresAt };
      await auth.recordSessionUse({ ...used, address: request.ip });
      if (mayGrow) setCookie(request, reply, token);
      return used;
    },
    isLive: async ({ tokenHash }) => (await auth.findSession(tokenHash, context.clock.now())) !== undefined,
    clearCookie: (reply) => void reply.clearCookie(cookieName, { path: '/' }),
  };
}
