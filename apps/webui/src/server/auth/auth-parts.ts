import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Access } from './access.ts';
import type { ApiTokens } from './api-tokens.ts';
import type { AuthRepository } from './auth-repository.ts';
import type { WebSessions } from './web-session.ts';

/** What the routes of signing in and of Settings → Security build on. */
export type AuthParts = {
  readonly auth: AuthRepository;
  readonly sessions: WebSessions;
  readonly tokens: ApiTokens;
  readonly access: Access;
  readonly audit: AuditLog;
  readonly clock: Clock;
};
