import * as z from 'zod';
import { budgetSchema, toolGroupSchema, type Agent } from '../../shared/agents.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';

export type AgentRepository = {
  /** By name. */
  list(): Promise<Agent[]>;
  find(agentId: string): Promise<Agent | undefined>;
  /** Inserts it, or replaces everything but its time of creation. */
  save(agent: Agent): Promise<void>;
  remove(agentId: string): Promise<void>;
};

export function createAgentRepository(database: Database): AgentRepository {
  const rows = () => database.selectFrom('agents').selectAll();
  return {
    async list() {
      return (await rows().orderBy('name').orderBy('agent_id').execute()).map(agentOf);
    },
    async find(agentId) {
      const row = await rows().where('agent_id', '=', agentId).executeTakeFirst();
      return row === undefined ? undefined : agentOf(row);
    },
    async save({ agent_id, created_at, tool_groups, budget, ...columns }) {
      const changes = {
        ...columns,
        tool_groups_json: JSON.stringify(tool_groups),
        budget_json: JSON.stringify(budget),
      };
      await database
        .insertInto('agents')
        .values({ agent_id, created_at, ...changes })
        .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(changes))
        .execute();
    },
    async remove(agentId) {
      await database.deleteFrom('agents').where('agent_id', '=', agentId).execute();
    },
  };
}

type AgentRow = Omit<Agent, 'tool_groups' | 'budget'> & { tool_groups_json: string; budget_json: string };

function agentOf(row: AgentRow): Agent {
  const { agent_id, name, model_id, instructions, created_at } = row;
  return {
    agent_id,
    name,
    model_id,
    instructions,
    tool_groups: parseJson(z.array(toolGroupSchema), row.tool_groups_json),
    budget: parseJson(budgetSchema, row.budget_json),
    created_at,
  };
}
