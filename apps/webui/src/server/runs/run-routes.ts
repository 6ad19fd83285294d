import * as z from 'zod';
import { approvalDecisionSchema, approvalSchema } from '../../shared/approvals.ts';
import {
  runCreateSchema,
  runSchema,
  toolCallRequestSchema,
  toolCallSchema,
  type Run,
} from '../../shared/threads.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { HttpApp } from '../http/http-app.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { RunRequests } from './run-requests.ts';

const threadParams = z.strictObject({ thread_id: z.string() });
const runParams = z.strictObject({ thread_id: z.string(), run_id: z.string() });
const approvalParams = z.strictObject({ ...runParams.shape, approval_id: z.string() });

const config = { scope: 'run', problems: ['run_ended', 'conflict'] } as const;
const startConfig = {
  scope: 'run',
  problems: [
    'run_active',
    'run_queue_full',
    'conflict',
    'device_offline',
    'device_revoked',
    'agent_without_environment',
    'model_not_tested',
    'model_without_images',
    'model_key_unreadable',
  ],
} as const;

type RunRoutes = {
  readonly runs: ActiveRuns;
  readonly requests: RunRequests;
  readonly audit: AuditLog;
};

export function registerRunRoutes(app: HttpApp, routes: RunRoutes): void {
  const { runs, audit } = routes;
  registerStartRoute(app, routes);
  registerEndRoutes(app, runs, audit);
  app.post(
    '/api/threads/:thread_id/runs/:run_id/calls',
    {
      config,
      schema: {
        summary: 'Call a tool in an Operator run',
        params: runParams,
        body: toolCallRequestSchema,
        response: { 200: toolCallSchema },
      },
    },
    async (request) => runs.call(request.params, request.body),
  );
  app.post(
    '/api/threads/:thread_id/runs/:run_id/approvals/:approval_id',
    {
      config,
      schema: {
        summary: 'Approve or deny an input',
        params: approvalParams,
        body: approvalDecisionSchema,
        response: { 200: approvalSchema },
      },
    },
    async (request) => {
      const answer = { decision: request.body.decision, address: request.ip };
      const approval = await runs.answer(request.params, answer);
      const action = approval.state === 'approved' ? 'approval.approved' : 'approval.denied';
      await audit.record({ request, action, subject: approval.approval_id, detail: approval.run_id });
      return approval;
    },
  );
}

function registerStartRoute(app: HttpApp, { runs, requests, audit }: RunRoutes): void {
  app.post(
    '/api/threads/:thread_id/runs',
    {
      config: startConfig,
      schema: {
        summary: 'Start a run',
        params: threadParams,
        body: runCreateSchema,
        response: { 200: runSchema, 201: runSchema },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { run, isNew } = await requests.once(params.thread_id, body, (started) =>
        body.agent === 'operator'
          ? runs.start(params.thread_id, { request: started })
          : runs.enqueue(params.thread_id, body, { request: started }),
      );
      if (!isNew) return reply.code(200).send(run);
      await audit.record({ request, action: 'run.started', subject: run.run_id, detail: runWords(run) });
      return reply.code(201).send(run);
    },
  );
}

function registerEndRoutes(app: HttpApp, runs: ActiveRuns, audit: AuditLog): void {
  app.post(
    '/api/threads/:thread_id/runs/:run_id/stop',
    { config, schema: { summary: 'Stop a run', params: runParams, response: { 200: runSchema } } },
    async (request) => {
      const run = await runs.stop(request.params);
      await audit.record({ request, action: 'run.stopped', subject: run.run_id, detail: run.reason ?? '' });
      return run;
    },
  );
  app.post(
    '/api/threads/:thread_id/runs/:run_id/finish',
    {
      config,
      schema: { summary: 'Finish an Operator run', params: runParams, response: { 200: runSchema } },
    },
    async (request) => {
      const run = await runs.finish(request.params);
      await audit.record({ request, action: 'run.ended', subject: run.run_id, detail: run.reason ?? '' });
      return run;
    },
  );
}

function runWords({ agent, agent_name, model, approval, tools }: Run): string {
  const who = agent === 'operator' ? 'Operator' : `${agent_name} (${model?.provider_model ?? ''})`;
  return `${who}; approval: ${approval}; tools: ${tools.join(', ')}`;
}
