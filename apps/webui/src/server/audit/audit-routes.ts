import { auditPageSchema, auditQuerySchema } from '../../shared/access.ts';
import type { HttpApp } from '../http/http-app.ts';
import type { AuditLog } from './audit-log.ts';

/** `GET /api/settings/audit`: the log in pages, the newest first. Nothing writes to it over HTTP. */
export function registerAuditRoutes(app: HttpApp, audit: AuditLog): void {
  app.get(
    '/api/settings/audit',
    {
      config: { scope: 'owner_only' },
      schema: {
        summary: 'Read the audit log',
        querystring: auditQuerySchema,
        response: { 200: auditPageSchema },
      },
    },
    async ({ query: { before, kind, limit } }) => {
      const found = await audit.page({ before, kind, limit: limit + 1 });
      const entries = found.slice(0, limit);
      return { entries, next_before: found.length > limit ? (entries.at(-1)?.audit_id ?? null) : null };
    },
  );
}
