import { defaultBudget, type Budget } from '../../shared/agents.ts';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { ComputerToolName } from '../../shared/computer-tools.ts';
import type { RunCreate } from '../../shared/threads.ts';
import { createAgentRepository } from '../agents/agent-repository.ts';
import type { AppContext } from '../app-context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { UsableModel } from '../models/model-adapter.ts';
import type { Models } from '../models/models-of.ts';
import type { RunSnapshot } from './run-journal.ts';
import { environmentOf, toolsFor } from './run-snapshot.ts';

export type ModelRunRequest = Extract<RunCreate, { agent: 'model' }>;

export type RequestContext = Pick<AppContext, 'database' | 'devices' | 'hub'> & { readonly models: Models };

/** Everything that a run of a model works on, as it is now. */
export type PreparedRun = {
  readonly snapshot: RunSnapshot & { readonly tools: readonly ComputerToolName[]; readonly budget: Budget };
  readonly model: UsableModel;
  readonly instructions: string;
};

type Chosen = Pick<PreparedRun, 'model' | 'instructions'> & {
  readonly name: string;
  readonly hasEnvironment: boolean;
  readonly budget: Budget;
};

/** Throws a problem that says what to change when the request cannot be run now. */
export async function prepareRun(
  threadId: string,
  request: ModelRunRequest,
  context: RequestContext,
): Promise<PreparedRun> {
  const environment = await environmentOf(threadId, context);
  const chosen = await choose(request.chosen, context);
  const { model, instructions, name } = chosen;
  const tools = await toolsOf(environment, chosen, context);
  if (tools.length > 0) requireImages(model);
  const { model_id, provider, provider_model } = model;
  return {
    model,
    instructions,
    snapshot: {
      agent_name: name,
      model: { model_id, name: model.name, provider, provider_model },
      environment,
      tools,
      budget: request.budget ?? chosen.budget,
    },
  };
}

async function choose(chosen: ModelRunRequest['chosen'], context: RequestContext): Promise<Chosen> {
  if (chosen.kind === 'model') {
    const model = await requireModel(chosen.model_id, 'chosen.model_id', context.models);
    return { model, instructions: '', name: model.name, hasEnvironment: true, budget: defaultBudget };
  }
  const agent = await createAgentRepository(context.database).find(chosen.agent_id);
  if (agent === undefined) throw unknown('chosen.agent_id', 'This agent does not exist. Choose another.');
  return {
    model: await requireModel(agent.model_id, 'chosen.agent_id', context.models),
    instructions: agent.instructions,
    name: agent.name,
    hasEnvironment: agent.tool_groups.includes('dynamic_environment'),
    budget: agent.budget,
  };
}

async function requireModel(modelId: string, path: string, models: Models): Promise<UsableModel> {
  const model = await models.find(modelId);
  if (model === undefined) throw unknown(path, 'This model does not exist. Choose another.');
  return model;
}

/** Without a working environment a model just talks. */
async function toolsOf(
  environment: EnvironmentConfiguration,
  { hasEnvironment, name }: Chosen,
  context: RequestContext,
): Promise<ComputerToolName[]> {
  if (environment.environment_bindings.length === 0) return [];
  if (!hasEnvironment) {
    throw new ProblemError(
      'agent_without_environment',
      `The agent “${name}” does not use working environments. Turn that on in Settings → Agents, choose another agent, or remove the environments of this conversation.`,
    );
  }
  return toolsFor(environment, context);
}

function requireImages({ name, accepts_images }: UsableModel): void {
  if (accepts_images === true) return;
  if (accepts_images === false) {
    throw new ProblemError(
      'model_without_images',
      `“${name}” takes no images, so it cannot see a desktop. Choose another model.`,
    );
  }
  throw new ProblemError(
    'model_not_tested',
    `It is not known whether “${name}” takes images. Press Test in Settings → Models, or say there that it takes images.`,
  );
}

const unknown = (path: string, message: string) =>
  new ProblemError('invalid_request', message, { errors: [{ path, message }] });
