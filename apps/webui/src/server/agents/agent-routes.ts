import * as z from 'zod';
import {
  agentCreateSchema,
  agentListSchema,
  agentPatchSchema,
  agentSchema,
  type Agent,
} from '../../shared/agents.ts';
import type { AppContext } from '../app-context.ts';
import type { Database } from '../database/connection.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createModelRepository } from '../models/model-repository.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createAgentRepository } from './agent-repository.ts';

const params = z.strictObject({ agent_id: z.string() });

/** Saved agents: a model with instructions, tool groups and a budget under a name. */
export function registerAgentRoutes(app: HttpApp, context: AppContext): void {
  const { audit, clock, database, random } = context;
  app.get(
    '/api/settings/agents',
    { schema: { summary: 'List saved agents', response: { 200: agentListSchema } } },
    async () => ({
      agents: await createAgentRepository(database).list(),
    }),
  );
  app.post(
    '/api/settings/agents',
    { schema: { summary: 'Save an agent', body: agentCreateSchema, response: { 201: agentSchema } } },
    async (request, reply) => {
      const agent_id = `agent-${random.uuid()}`;
      const agent = { agent_id, ...request.body, created_at: clock.now().toISOString() };
      await announceChange(context, (transaction) => saveAgent(transaction, agent));
      await audit.record({ request, action: 'agent.created', subject: agent_id, detail: agent.name });
      return reply.code(201).send(agent);
    },
  );
  app.patch(
    '/api/settings/agents/:agent_id',
    {
      schema: {
        summary: 'Change a saved agent',
        params,
        body: agentPatchSchema,
        response: { 200: agentSchema },
      },
    },
    async (request) => {
      const { agent_id } = request.params;
      const agent = await announceChange(context, async (transaction) =>
        saveAgent(transaction, withChanges(await requireAgent(transaction, agent_id), request.body)),
      );
      await audit.record({ request, action: 'agent.changed', subject: agent_id, detail: agent.name });
      return agent;
    },
  );
  app.delete(
    '/api/settings/agents/:agent_id',
    {
      config: { answers: { 204: { description: 'Removed.' } } },
      schema: { summary: 'Remove a saved agent', params },
    },
    async (request, reply) => {
      const { agent_id } = request.params;
      const { name } = await announceChange(context, async (transaction) => {
        const agent = await requireAgent(transaction, agent_id);
        await createAgentRepository(transaction).remove(agent_id);
        return { result: agent, events: [{ type: 'agent_deleted', agent_id }] };
      });
      await audit.record({ request, action: 'agent.deleted', subject: agent_id, detail: name });
      return reply.code(204).send();
    },
  );
}

function withChanges(agent: Agent, changes: z.output<typeof agentPatchSchema>): Agent {
  return {
    ...agent,
    name: changes.name ?? agent.name,
    model_id: changes.model_id ?? agent.model_id,
    instructions: changes.instructions ?? agent.instructions,
    tool_groups: changes.tool_groups ?? agent.tool_groups,
    budget: changes.budget ?? agent.budget,
  };
}

async function saveAgent(transaction: Database, agent: Agent) {
  if ((await createModelRepository(transaction).find(agent.model_id)) === undefined) {
    const errors = [{ path: 'model_id', message: 'This model does not exist.' }];
    throw new ProblemError('invalid_request', 'Choose a model that exists.', { errors });
  }
  await createAgentRepository(transaction).save(agent);
  return { result: agent, events: [{ type: 'agent' as const, agent }] };
}

async function requireAgent(database: Database, agentId: string): Promise<Agent> {
  const agent = await createAgentRepository(database).find(agentId);
  if (agent === undefined) throw new ProblemError('not_found', 'This agent does not exist.');
  return agent;
}
