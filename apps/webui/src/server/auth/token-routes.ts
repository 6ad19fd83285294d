import * as z from 'zod';
import { apiTokenCreatedSchema, apiTokenCreateSchema, apiTokenListSchema } from '../../shared/access.ts';
import { createAttemptLimit } from '../http/attempt-limit.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { AuthParts } from './auth-parts.ts';

const params = z.strictObject({ token_id: z.string().max(80) });
const config = { scope: 'owner_only' } as const;

/** Settings → Security: the API tokens. */
export function registerTokenRoutes(app: HttpApp, { tokens, access, audit }: AuthParts): void {
  app.get(
    '/api/settings/tokens',
    { config, schema: { summary: 'List API tokens', response: { 200: apiTokenListSchema } } },
    async () => ({ tokens: await tokens.list() }),
  );
  app.post(
    '/api/settings/tokens',
    {
      config: { ...config, problems: ['conflict', 'rate_limited'] },
      preHandler: createAttemptLimit(app, 'rate_limited'),
      schema: {
        summary: 'Make an API token',
        body: apiTokenCreateSchema,
        response: { 201: apiTokenCreatedSchema },
      },
    },
    async (request, reply) => {
      const { name, scopes, expires_in_days: expiresInDays } = request.body;
      const created = await tokens.create({ name, scopes, expiresInDays });
      await audit.record({
        request,
        action: 'token.created',
        subject: created.token_id,
        detail: `“${created.name}” with ${created.scopes.join(', ')}, ${expiryWords(expiresInDays)}.`,
      });
      return reply.code(201).send(created);
    },
  );
  app.delete(
    '/api/settings/tokens/:token_id',
    {
      config: { ...config, answers: { 204: { description: 'Revoked.' } } },
      schema: { summary: 'Revoke an API token', params },
    },
    async (request, reply) => {
      const revoked = await tokens.revoke(request.params.token_id);
      if (revoked === undefined) throw new ProblemError('not_found', 'There is no such token.');
      access.cut([revoked.token_id]);
      const { token_id: subject, name } = revoked;
      await audit.record({ request, action: 'token.revoked', subject, detail: `“${name}”.` });
      return reply.code(204).send();
    },
  );
}

function expiryWords(days: number | null): string {
  if (days === null) return 'until it is revoked';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}
