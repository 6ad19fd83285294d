import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CoreContext } from '../core-context.ts';
import { claimedText } from '../devices/claimed-text.ts';
import { isSecure } from '../http/site-address.ts';
import type { AuthRepository, WebSession } from './auth-repository.ts';
import { createToken, hashToken } from './token.ts';

const cookieName = 'harness_session';
const dayMs = 24 * 60 * 60_000;
const lifetimeMs = 30 * dayMs;
const maxUserAgentLength = 300;

/** Browser sessions: a random cookie, its hash in the database, 30 days after the last use. */
export type WebSessions = {
  start(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The session of the request's cookie; moves its end at most once a day. */
  resume(request: FastifyRequest, reply: FastifyReply): Promise<WebSession | null>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  isLive(session: WebSession): Promise<boolean>;
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
      await auth.createSession({
        tokenHash: hashToken(token),
        sessionId: `session-${context.random.uuid()}`,
        address: request.ip,
        userAgent: claimedText(request.headers['user-agent'] ?? '', maxUserAgentLength),
        expiresAt: endOf(now),
        now,
      });
      setCookie(request, reply, token);
    },
    async resume(request, reply) {
      const token = request.cookies[cookieName];
      if (token === undefined) return null;
      const now = context.clock.now();
      const session = await auth.findSession(hashToken(token), now);
      if (session === undefined) return null;
      if (session.expiresAt.getTime() - now.getTime() > lifetimeMs - dayMs) return session;
      const extended = { tokenHash: session.tokenHash, expiresAt: endOf(now) };
      await auth.extendSession(extended);
      setCookie(request, reply, token);
      return extended;
    },
    async end(request, reply) {
      if (request.webSession !== null) await auth.deleteSession(request.webSession.tokenHash);
      reply.clearCookie(cookieName, { path: '/' });
    },
    async isLive({ tokenHash }) {
      return (await auth.findSession(tokenHash, context.clock.now())) !== undefined;
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the signed-in owner; `null` outside `/api` and before signing in. */
    webSession: WebSession | null;
  }
}
