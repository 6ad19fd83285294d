import * as z from 'zod';
import { runCreateSchema, runSchema, toolCallRequestSchema, toolCallSchema } from '../../shared/threads.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { ActiveRuns } from './active-runs.ts';

const threadParams = z.strictObject({ thread_id: z.string() });
const runParams = z.strictObject({ thread_id: z.string(), run_id: z.string() });

export function registerRunRoutes(app: HttpApp, runs: ActiveRuns): void {
  app.post(
    '/api/threads/:thread_id/runs',
    { schema: { params: threadParams, body: runCreateSchema, response: { 201: runSchema } } },
    async (request, reply) => {
      if (request.body.agent !== 'operator')
        throw new ProblemError('invalid_request', 'Runs of models are not served yet.');
      return reply.code(201).send(await runs.start(request.params.thread_id));
    },
  );
  app.post(
    '/api/threads/:thread_id/runs/:run_id/calls',
    { schema: { params: runParams, body: toolCallRequestSchema, response: { 200: toolCallSchema } } },
    async (request) => runs.call(request.params, request.body),
  );
  app.post(
    '/api/threads/:thread_id/runs/:run_id/stop',
    { schema: { params: runParams, response: { 200: runSchema } } },
    async (request) => runs.stop(request.params),
  );
  app.post(
    '/api/threads/:thread_id/runs/:run_id/finish',
    { schema: { params: runParams, response: { 200: runSchema } } },
    async (request) => runs.finish(request.params),
  );
}
