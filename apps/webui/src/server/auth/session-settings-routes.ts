import * as z from 'zod';
import { passwordChangeSchema, webSessionListSchema, type WebSessionView } from '../../shared/access.ts';
import type { HttpApp } from '../http/http-app.ts';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { accessIdOf } from './caller.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';

const params = z.strictObject({ session_id: z.string().max(80) });
const config = { scope: 'owner_only' } as const;
const ending = (description: string) => ({ ...config, answers: { 204: { description } } });

/** Settings → Security: who is signed in, signing out elsewhere, and the password. */
export function registerSessionSettingsRoutes(app: HttpApp, parts: AuthParts): void {
  const { auth, sessions, access, audit, clock } = parts;
  app.get(
    '/api/settings/sessions',
    {
      config,
      schema: { summary: 'List the browsers that are signed in', response: { 200: webSessionListSchema } },
    },
    async (request) => {
      const current = request.caller === null ? '' : accessIdOf(request.caller);
      const listed = await auth.listSessions(clock.now());
      return {
        sessions: listed.map((session): WebSessionView => ({
          session_id: session.sessionId,
          current: session.sessionId === current,
          address: session.address,
          user_agent: session.userAgent,
          created_at: session.createdAt,
          last_seen_at: session.lastSeenAt,
        })),
      };
    },
  );
  app.delete(
    '/api/settings/sessions/:session_id',
    { config: ending('Signed out.'), schema: { summary: 'Sign a browser out', params } },
    async (request, reply) => {
      const { session_id: sessionId } = request.params;
      if (!(await auth.deleteSession(sessionId))) {
        throw new ProblemError('not_found', 'There is no such session. It may have ended.');
      }
      access.cut([sessionId]);
      await audit.record({ request, action: 'session.ended', subject: sessionId });
      return reply.code(204).send();
    },
  );
  app.post(
    '/api/settings/sessions/sign-out-everywhere',
    { config: ending('Signed out.'), schema: { summary: 'Sign every browser out' } },
    async (request, reply) => {
      const ended = await auth.deleteSessions();
      access.cut(ended);
      sessions.clearCookie(reply);
      await audit.record({ request, action: 'session.all_ended', detail: sessionsWords(ended.length) });
      return reply.code(204).send();
    },
  );
  registerPasswordRoute(app, parts);
}

function registerPasswordRoute(app: HttpApp, { auth, access, audit }: AuthParts): void {
  const preHandler = createAttemptLimit(app, 'rate_limited');
  app.post(
    '/api/settings/password',
    {
      config: { ...ending('Changed.'), problems: ['wrong_password', 'rate_limited'] },
      preHandler,
      schema: { summary: 'Change the password', body: passwordChangeSchema },
    },
    async (request, reply) => {
      const { current_password: current, new_password: next } = request.body;
      await checkPassword({ auth, audit }, request, current);
      await auth.changePassword(await hashPassword(next));
      const kept = request.caller === null ? undefined : accessIdOf(request.caller);
      const ended = await auth.deleteSessions(kept);
      access.cut(ended);
      const detail = ended.length === 0 ? '' : `${sessionsWords(ended.length)} elsewhere.`;
      await audit.record({ request, action: 'password.changed', detail });
      return reply.code(204).send();
    },
  );
}

const sessionsWords = (count: number) => (count === 1 ? 'Ended 1 session' : `Ended ${count} sessions`);
