import * as z from 'zod';
import type { CoreContext } from '../core-context.ts';
import { pingDatabase } from '../database/ping-database.ts';
import type { HttpApp } from '../http/http-app.ts';

const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });

/** `GET /healthz`: 200 once the database answers; for supervisors and tests. */
export function registerHealthRoutes(app: HttpApp, context: CoreContext): void {
  app.get(
    '/healthz',
    { schema: { summary: 'Ask whether the server works', response: { 200: healthSchema } } },
    async (_request, reply) => {
      await pingDatabase(context.database);
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 'ok', version: context.config.version });
    },
  );
}
