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
import type { ProblemCode } from '../http/problem-table.ts';
import { siteOrigin } from '../http/site-address.ts';
import type { AuthParts } from './auth-parts.ts';
import type { AuthRepository } from './auth-repository.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';
import { hashToken } from './token.ts';

/** `/api/setup`, `/api/session`, `/api/session/link`; each way in answers the new session state. */
export function registerSessionRoutes(app: HttpApp, context: CoreContext, parts: AuthParts): void {
  const { auth, sessions, audit } = parts;
  const response = { 200: sessionStateSchema };
  const state = async (request: FastifyRequest, authenticated: boolean): Promise<SessionState> => ({
    authenticated,
    setup_required: (await auth.ownerPasswordHash()) === undefined,
    origin: siteOrigin(request, context.config),
    version: context.config.version,
  });
  app.get(
    '/api/session',
    { config: { access: 'public' }, schema: { summary: 'Say who is asking', response } },
    (request) => state(request, request.caller?.kind === 'owner'),
  );
  registerWaysIn(app, context, {
    ...parts,
    async enter(request, reply, how) {
      const actor = { kind: 'owner', address: request.ip } as const;
      const subject = await sessions.start(request, reply);
      await audit.record({ actor, action: 'session.started', subject, detail: how });
      return state(request, true);
    },
  });
  registerSignOut(app, parts);
}

type Entrance = AuthParts & {
  readonly enter: (request: FastifyRequest, reply: FastifyReply, how: string) => Promise<SessionState>;
};

function registerWaysIn(app: HttpApp, context: CoreContext, parts: Entrance): void {
  const { auth, audit, enter } = parts;
  const response = { 200: sessionStateSchema };
  const limited = (...problems: ProblemCode[]) => ({
    config: { access: 'public', problems: ['rate_limited', ...problems] } as const,
    preHandler: createAttemptLimit(app, 'rate_limited'),
  });
  app.post(
    '/api/setup',
    {
      ...limited('setup_done', 'link_not_valid'),
      schema: { summary: 'Set the first password', body: setupRequestSchema, response },
    },
    async (request, reply) => {
      await setUpOwner(context, auth, request.body);
      await audit.record({ actor: { kind: 'owner', address: request.ip }, action: 'owner.set_up' });
      return enter(request, reply, 'With the set-up link.');
    },
  );
  app.post(
    '/api/session',
    {
      ...limited('wrong_password', 'setup_required'),
      schema: { summary: 'Sign in with the password', body: signInRequestSchema, response },
    },
    async (request, reply) => {
      await checkPassword(parts, request, request.body.password);
      return enter(request, reply, 'With the password.');
    },
  );
  app.post(
    '/api/session/link',
    {
      ...limited('link_not_valid'),
      schema: { summary: 'Sign in with a one-time link', body: signInLinkRequestSchema, response },
    },
    async (request, reply) => {
      await spendSignInLink(parts, request, request.body.token);
      return enter(request, reply, 'With a one-time link.');
    },
  );
}

function registerSignOut(app: HttpApp, { auth, sessions, access, audit }: AuthParts): void {
  const config = { access: 'public', answers: { 204: { description: 'Signed out.' } } } as const;
  app.delete('/api/session', { config, schema: { summary: 'Sign out' } }, async (request, reply) => {
    if (request.caller?.kind === 'owner') {
      const { sessionId } = request.caller.session;
      await auth.deleteSession(sessionId);
      access.cut([sessionId]);
      await audit.record({ request, action: 'session.ended', subject: sessionId, detail: 'Their own.' });
    }
    sessions.clearCookie(reply);
    return reply.code(204).send();
  });
}

async function spendSignInLink(
  { auth, audit, clock }: AuthParts,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  if (await auth.takeLink({ tokenHash: hashToken(token), now: clock.now(), purpose: 'sign_in' })) return;
  await audit.record({
    actor: { kind: 'server', address: request.ip },
    action: 'sign_in.failed',
    detail: 'A link that was used or is too old.',
  });
  throw new ProblemError(
    'link_not_valid',
    'The link was used or is too old. Run `harness-ui sign-in-link` for a new one.',
  );
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
