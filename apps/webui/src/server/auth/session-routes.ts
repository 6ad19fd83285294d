import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  sessionStateSchema,
  setupRequestSchema,
  signInLinkRequestSchema,
  signInRequestSchema,
  type SessionState,
} from '../../shared/session.ts';
import type { CoreContext } from '../core-context.ts';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { siteOrigin } from '../http/site-address.ts';
import type { AuthRepository } from './auth-repository.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { hashToken } from './token.ts';
import type { WebSessions } from './web-session.ts';

type AuthParts = { readonly auth: AuthRepository; readonly sessions: WebSessions };

/** `/api/setup`, `/api/session`, `/api/session/link`; each way in answers the new session state. */
export function registerSessionRoutes(app: HttpApp, context: CoreContext, parts: AuthParts): void {
  const { auth, sessions } = parts;
  const response = { 200: sessionStateSchema };
  const config = { access: 'public' } as const;
  const state = async (request: FastifyRequest, authenticated: boolean): Promise<SessionState> => ({
    authenticated,
    setup_required: (await auth.ownerPasswordHash()) === undefined,
    origin: siteOrigin(request, context.config),
    version: context.config.version,
  });
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.start(request, reply);
    return state(request, true);
  };
  const limited = () => ({ config, preHandler: createAttemptLimit(app, 'rate_limited') });

  app.get('/api/session', { config, schema: { response } }, (request) =>
    state(request, request.webSession !== null),
  );
  app.post(
    '/api/setup',
    { ...limited(), schema: { body: setupRequestSchema, response } },
    async (request, reply) => {
      await setUpOwner(context, auth, request.body);
      return enter(request, reply);
    },
  );
  app.post(
    '/api/session',
    { ...limited(), schema: { body: signInRequestSchema, response } },
    async (request, reply) => {
      await checkPassword(auth, request.body.password);
      return enter(request, reply);
    },
  );
  app.post(
    '/api/session/link',
    { ...limited(), schema: { body: signInLinkRequestSchema, response } },
    async (request, reply) => {
      const link = { tokenHash: hashToken(request.body.token), now: context.clock.now() };
      if (!(await auth.takeLink({ ...link, purpose: 'sign_in' }))) {
        throw new ProblemError(
          'link_not_valid',
          'The link was used or is too old. Run `harness-ui sign-in-link` for a new one.',
        );
      }
      return enter(request, reply);
    },
  );
  app.delete('/api/session', { config }, async (request, reply) => {
    await sessions.end(request, reply);
    return reply.code(204).send();
  });
}

async function setUpOwner(
  context: CoreContext,
  auth: AuthRepository,
  request: { token: string; password: string },
): Promise<void> {
  if ((await auth.ownerPasswordHash()) !== undefined) {
    throw new ProblemError('setup_done', 'The owner has a password already. Sign in with it.');
  }
  const link = { tokenHash: hashToken(request.token), now: context.clock.now() };
  const stale = new ProblemError(
    'link_not_valid',
    'The link was used or is too old. Restart harness-ui for a new one.',
  );
  // Before the slow hash, so that guessing costs the server nothing.
  if (!(await auth.hasLink({ ...link, purpose: 'setup' }))) throw stale;
  const passwordHash = await hashPassword(request.password);
  if (!(await auth.setUpOwner({ ...link, passwordHash }))) throw stale;
}

async function checkPassword(auth: AuthRepository, password: string): Promise<void> {
  const passwordHash = await auth.ownerPasswordHash();
  if (passwordHash === undefined) {
    throw new ProblemError('setup_required', 'Open the set-up link that harness-ui printed at its start.');
  }
  if (!(await verifyPassword(passwordHash, password))) {
    throw new ProblemError('wrong_password', 'The password is not right. Check it and try again.');
  }
}
