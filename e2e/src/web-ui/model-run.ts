import { eventually } from '../harness/eventually.ts';
import type { ApiClient } from './api-client.ts';
import { modelSchema, modelTestSchema, runSchema, type Run, type Transcript } from './api-schemas.ts';
import { readTranscript } from './operator-run.ts';

export type ModelWish = {
  /** Of the scripted model server. */
  readonly baseUrl: string;
  /** What the model does, by the name of its plan. */
  readonly plan: string;
  /** What the person calls it; its plan when absent. */
  readonly name?: string;
  readonly apiKey?: string;
};

/** Adds a scripted model over HTTP and tests it, for what is not about the settings; its id. */
export async function addModel(api: ApiClient, { baseUrl, plan, name, apiKey }: ModelWish): Promise<string> {
  const model = await api.post('/api/settings/models', {
    body: {
      name: name ?? plan,
      provider: 'openai_compatible',
      provider_model: plan,
      base_url: baseUrl,
      ...(apiKey !== undefined && { api_key: apiKey }),
    },
    answer: modelSchema,
  });
  await api.post(`/api/settings/models/${model.model_id}/test`, { answer: modelTestSchema });
  return model.model_id;
}

export type ModelRunWish = {
  readonly threadId: string;
  readonly modelId: string;
  readonly prompt: string;
  readonly approval?: 'none' | 'each_input' | 'purpose';
  readonly steps?: number;
  readonly wallTimeSeconds?: number;
};

export function startModelRun(api: ApiClient, wish: ModelRunWish): Promise<Run> {
  const { threadId, modelId, prompt, approval = 'none', steps = 50, wallTimeSeconds = 600 } = wish;
  const budget = { steps, tokens: 2_000_000, wall_time_seconds: wallTimeSeconds };
  return api.post(`/api/threads/${threadId}/runs`, {
    body: { agent: 'model', chosen: { kind: 'model', model_id: modelId }, prompt, approval, budget },
    answer: runSchema,
  });
}

/** Waits until every run of the conversation has ended and gives its transcript. */
export async function endedTranscript(
  api: ApiClient,
  threadId: string,
  timeoutMs = 30_000,
): Promise<Transcript> {
  let last: Transcript | undefined;
  return eventually(
    async () => {
      last = await readTranscript(api, threadId);
      return last.runs.every(({ state }) => endStates.has(state)) ? last : undefined;
    },
    { what: () => `the runs to end; they are ${JSON.stringify(last?.runs)}`, timeoutMs },
  );
}

const endStates: ReadonlySet<string> = new Set(['stopped', 'succeeded', 'failed']);
