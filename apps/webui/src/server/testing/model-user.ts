import { approvalSchema, type Approval } from '../../shared/approvals.ts';
import { runSchema, transcriptSchema, type Run, type Transcript } from '../../shared/threads.ts';
import { createModelRepository } from '../models/model-repository.ts';
import { operatorOf } from './operator.ts';
import type { ScriptedModel } from './scripted-model.ts';
import { eventually } from './start-test-server.ts';
import type { TestServer } from './test-server.ts';

export const scriptedModelId = 'model-scripted';

type RunOptions = {
  readonly prompt?: string;
  readonly budget?: { steps: number; tokens: number; wall_time_seconds: number };
  readonly approval?: 'none' | 'each_input' | 'purpose';
  readonly chosen?: unknown;
  readonly request_id?: string;
};

/** Saves the scripted model on the server. */
export async function saveModel(
  server: TestServer,
  model: ScriptedModel,
  accepts_images: boolean | null = true,
): Promise<void> {
  await createModelRepository(server.context.database).save({
    model_id: scriptedModelId,
    name: 'Scripted',
    provider: 'openai_compatible',
    provider_model: 'scripted',
    base_url: model.baseUrl,
    accepts_images,
    sealedApiKey: null,
    last_test: null,
    created_at: server.context.clock.now().toISOString(),
  });
}

/** The person who asks a model to work, and watches. */
export function modelUserOf(server: TestServer) {
  const body = ({ prompt = 'Look at the desktop', ...options }: RunOptions) => ({
    agent: 'model',
    chosen: { kind: 'model', model_id: scriptedModelId },
    prompt,
    ...options,
  });
  const transcript = (threadId: string): Promise<Transcript> =>
    server.expect([200, transcriptSchema], ['GET', `/api/threads/${threadId}/transcript`]);
  const runIn = async ({ thread_id, run_id }: Run): Promise<Run> => {
    const found = (await transcript(thread_id)).runs.find((run) => run.run_id === run_id);
    if (found === undefined) throw new Error('The transcript has no such run.');
    return found;
  };
  return {
    createThread: operatorOf(server).createThread,
    transcript,
    run: runIn,
    ask: (threadId: string, options: RunOptions = {}) =>
      server.expect([201, runSchema], ['POST', `/api/threads/${threadId}/runs`, body(options)]),
    tryToAsk: (threadId: string, options: RunOptions = {}) =>
      server.request('POST', `/api/threads/${threadId}/runs`, body(options)),
    stop: ({ thread_id, run_id }: Run) =>
      server.expect([200, runSchema], ['POST', `/api/threads/${thread_id}/runs/${run_id}/stop`]),
    /** The run, once it has the state. */
    reaches: (run: Run, state: Run['state']) =>
      eventually(async () => {
        const now = await runIn(run);
        if (now.ended_at !== null && now.state !== state)
          throw new Error(`${now.state}: ${now.reason ?? ''}`);
        return now.state === state ? now : undefined;
      }),
    pending: ({ thread_id, run_id }: Run) =>
      eventually(async () =>
        (await transcript(thread_id)).approvals.find(
          (approval) => approval.run_id === run_id && approval.state === 'pending',
        ),
      ),
    decide: ({ thread_id, run_id, approval_id }: Approval, decision: 'approve' | 'deny') =>
      server.expect(
        [200, approvalSchema],
        ['POST', `/api/threads/${thread_id}/runs/${run_id}/approvals/${approval_id}`, { decision }],
      ),
  };
}
