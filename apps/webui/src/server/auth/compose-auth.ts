import type { AppContext } from '../app-context.ts';
import { createAccess } from './access.ts';
import { createApiTokens } from './api-tokens.ts';
import type { AuthParts } from './auth-parts.ts';
import { createAuthRepository } from './auth-repository.ts';
import { createWebSessions } from './web-session.ts';

/** Sessions and tokens over one database. */
export function composeAuth(context: AppContext): AuthParts {
  const auth = createAuthRepository(context.database);
  const sessions = createWebSessions(context, auth);
  const tokens = createApiTokens(context);
  const access = createAccess({ sessions, tokens, audit: context.audit });
  return { auth, sessions, tokens, access, audit: context.audit, clock: context.clock };
}
