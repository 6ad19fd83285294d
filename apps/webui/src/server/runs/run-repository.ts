import * as z from 'zod';
import { environmentConfigurationSchema } from '../../shared/bindings.ts';
import { budgetSchema } from '../../shared/agents.ts';
import { runModelSchema, runSchema, type Run } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';

export type RunRepository = {
  insert(run: Run, origin?: RunOrigin): Promise<void>;
  find(runId: string): Promise<Run | undefined>;
  /** The run that this request started, and the digest of what was asked. */
  findByRequest(threadId: string, requestId: string): Promise<RequestedRun | undefined>;
  /** In the order in which they started. */
  listByThread(threadId: string): Promise<Run[]>;
  /** Those that have not ended. */
  listOpen(): Promise<Run[]>;
  /** Those of the thread, in the order in which they were asked for. */
  listOpenIn(threadId: string): Promise<Run[]>;
  update(runId: string, change: RunChange): Promise<void>;
};

/** The request that starts a run, as it is stored with the run. */
export type RunRequest = { readonly request_id: string; readonly request_digest: string };

/** Where a run comes from, beside what everybody may know of it. */
export type RunOrigin = {
  /** Of the saved agent, if it is one. */
  readonly agentId?: string | null;
  readonly request?: RunRequest | undefined;
};

type RequestedRun = { readonly run: Run; readonly request_digest: string };
type RunChange = Partial<Omit<Run, 'run_id' | 'thread_id' | 'agent' | 'approval'>>;

export function createRunRepository(database: Database): RunRepository {
  const rows = () => database.selectFrom('runs').selectAll().orderBy('sequence');
  const open = () => rows().where('state', 'in', ['queued', 'running', 'waiting']);
  return {
    async insert({ environment, tools, model, budget, usage, ...run }, { agentId = null, request } = {}) {
      const snapshot = {
        agent_id: agentId,
        request_id: request?.request_id ?? null,
        request_digest: request?.request_digest ?? null,
        environment_json: JSON.stringify(environment),
        tools_json: JSON.stringify(tools),
        model_json: model === null ? null : JSON.stringify(model),
        budget_json: budget === null ? null : JSON.stringify(budget),
        usage_json: JSON.stringify(usage),
      };
      await database
        .insertInto('runs')
        .values({ ...run, ...snapshot })
        .execute();
    },
    async find(runId) {
      const row = await rows().where('run_id', '=', runId).executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },
    async findByRequest(threadId, requestId) {
      const row = await rows()
        .where('thread_id', '=', threadId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row === undefined ? undefined : { run: runOf(row), request_digest: row.request_digest ?? '' };
    },
    async listByThread(threadId) {
      return (await rows().where('thread_id', '=', threadId).execute()).map(runOf);
    },
    async listOpen() {
      return (await open().execute()).map(runOf);
    },
    async listOpenIn(threadId) {
      return (await open().where('thread_id', '=', threadId).execute()).map(runOf);
    },
    async update(runId, { environment, tools, model, budget, usage, ...columns }) {
      const changed = {
        ...columns,
        ...(environment !== undefined && { environment_json: JSON.stringify(environment) }),
        ...(tools !== undefined && { tools_json: JSON.stringify(tools) }),
        ...(model !== undefined && { model_json: model === null ? null : JSON.stringify(model) }),
        ...(budget !== undefined && { budget_json: budget === null ? null : JSON.stringify(budget) }),
        ...(usage !== undefined && { usage_json: JSON.stringify(usage) }),
      };
      await database.updateTable('runs').set(changed).where('run_id', '=', runId).execute();
    },
  };
}

type JsonField = 'environment' | 'tools' | 'model' | 'budget' | 'usage';
type RunRow = Omit<Run, JsonField> & {
  environment_json: string;
  tools_json: string;
  model_json: string | null;
  budget_json: string | null;
  usage_json: string;
};

function runOf(row: RunRow): Run {
  const { run_id, thread_id, agent, agent_name, state, reason, ended_by, approval, started_at, ended_at } =
    row;
  return {
    run_id,
    thread_id,
    agent,
    agent_name,
    model: row.model_json === null ? null : parseJson(runModelSchema, row.model_json),
    state,
    reason,
    ended_by,
    environment: parseJson(environmentConfigurationSchema, row.environment_json),
    tools: parseJson(z.array(z.string()), row.tools_json),
    budget: row.budget_json === null ? null : parseJson(budgetSchema, row.budget_json),
    approval,
    usage: parseJson(runSchema.shape.usage, row.usage_json),
    started_at,
    ended_at,
  };
}
