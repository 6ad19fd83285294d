import { setTimeout as delay } from 'node:timers/promises';
import type { ModelMessage } from 'ai';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { runAgentLoop } from '../agent/agent-loop.ts';
import { earlierRuns } from '../agent/earlier-runs.ts';
import { MessageWriter } from '../agent/message-writer.ts';
import { Repetition } from '../agent/repetition.ts';
import { SeenObservations } from '../agent/seen-observations.ts';
import { systemPrompt } from '../agent/system-prompt.ts';
import type { AppContext } from '../app-context.ts';
import type { SeenEnvironment } from '../models/model-adapter.ts';
import { defaultImageLimits, pruneImages } from '../models/prune-images.ts';
import type { ActiveRun } from './active-run.ts';
import type { RunEnd } from './end-run.ts';
import { createMessageRepository } from './message-repository.ts';
import type { ModelRunRequest, PreparedRun } from './model-request.ts';
import type { RunJournals } from './run-journals.ts';
import { addNotice } from './run-notice.ts';
import { createRunRepository } from './run-repository.ts';
import type { RunsContext } from './runs-context.ts';
import { createToolCallRepository } from './tool-call-repository.ts';

export type ModelWork = {
  readonly prepared: PreparedRun;
  readonly active: ActiveRun;
  readonly request: ModelRunRequest;
  readonly context: RunsContext;
  readonly journals: RunJournals;
};

/** Lets the model work on its prompt; throws when the run is ended meanwhile. */
export async function workOn({ prepared, active, request, context, journals }: ModelWork): Promise<RunEnd> {
  const { snapshot, model, instructions } = prepared;
  const { random } = context;
  const signal = active.ended;
  const environments =
    snapshot.tools.length === 0 ? [] : await seenEnvironments(snapshot.environment, context);
  const address = { run_id: active.runId, thread_id: active.threadId };
  const newMessage = () => ({ message_id: `message-${random.uuid()}`, ...address });
  return runAgentLoop({
    adapter: context.adapterOf(model),
    toolNames: snapshot.tools,
    budget: snapshot.budget,
    system: systemPrompt({ instructions, environments }),
    messages: [...(await toldBefore(address, context)), { role: 'user', content: request.prompt }],
    seen: new SeenObservations(environments),
    repetition: new Repetition(),
    perform: (call) => active.perform({ call_id: random.uuid(), call }),
    openText: (role) => new MessageWriter({ journal: journals.messages, message: { ...newMessage(), role } }),
    notice: (text) => addNotice(journals.messages, { run: address, text, random }),
    pause: (milliseconds) => delay(milliseconds, undefined, { signal }),
    prune: (messages) => pruneImages(messages, defaultImageLimits),
    recordUsage: (usage) => journals.runs.recordUsage(active.runId, usage),
    random: () => (random.bytes(1)[0] ?? 0) / 255,
    signal,
  });
}

async function seenEnvironments(
  { environment_bindings, default_environment }: EnvironmentConfiguration,
  { devices }: Pick<AppContext, 'devices'>,
): Promise<SeenEnvironment[]> {
  const seen: SeenEnvironment[] = [];
  for (const { alias, device_id } of environment_bindings) {
    const device = await devices.find(device_id);
    const { displays = [], scroll_units = [] } = device?.desktop ?? {};
    seen.push({ alias, is_default: alias === default_environment, displays, scroll_units });
  }
  return seen;
}

/** The runs of the thread that ended before this one began. */
async function toldBefore(
  { thread_id, run_id }: { thread_id: string; run_id: string },
  { database }: Pick<AppContext, 'database'>,
): Promise<ModelMessage[]> {
  const runs = await createRunRepository(database).listByThread(thread_id);
  const earlier = runs.slice(
    0,
    runs.findIndex((run) => run.run_id === run_id),
  );
  if (earlier.length === 0) return [];
  const messages = await createMessageRepository(database).listByThread(thread_id);
  const calls = await createToolCallRepository(database).listByThread(thread_id);
  return earlierRuns(
    earlier.map((run) => ({
      run,
      messages: messages.filter((message) => message.run_id === run.run_id),
      calls: calls.filter((call) => call.run_id === run.run_id),
    })),
  );
}
