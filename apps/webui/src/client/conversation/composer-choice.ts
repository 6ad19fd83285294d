import type { Agent } from '../../shared/agents.ts';
import type { Binding } from '../../shared/bindings.ts';
import type { Model } from '../../shared/models.ts';
import type { Run } from '../../shared/threads.ts';
import { hasDesktopActions } from '../bindings/ceiling.ts';
import { lacksKey } from '../models/model-words.ts';

/** Who works on the next run: the person, a saved agent with its model, or a model alone. */
export type Who =
  | { readonly kind: 'operator' }
  | { readonly kind: 'agent'; readonly agent: Agent; readonly model: Model | undefined }
  | { readonly kind: 'model'; readonly model: Model };

export type Workers = { readonly agents: readonly Agent[]; readonly models: readonly Model[] };

export function keyOf(who: Who): string {
  switch (who.kind) {
    case 'operator':
      return 'operator';
    case 'agent':
      return `agent:${who.agent.agent_id}`;
    case 'model':
      return `model:${who.model.model_id}`;
  }
}

export function nameOf(who: Who): string {
  switch (who.kind) {
    case 'operator':
      return 'Operator';
    case 'agent':
      return who.agent.name;
    case 'model':
      return who.model.name;
  }
}

/** `null` when it was deleted since. */
export function findWho(key: string, { agents, models }: Workers): Who | null {
  if (key === 'operator') return { kind: 'operator' };
  const agent = agents.find((candidate) => key === `agent:${candidate.agent_id}`);
  if (agent !== undefined) return agentWith(agent, models);
  const model = models.find((candidate) => key === `model:${candidate.model_id}`);
  return model === undefined ? null : { kind: 'model', model };
}

function agentWith(agent: Agent, models: readonly Model[]): Who {
  const model = models.find((candidate) => candidate.model_id === agent.model_id);
  return { kind: 'agent', agent, model };
}

/** Who worked on a run: a run keeps the name of its agent and the id of its model. */
function whoOf(run: Run, { agents, models }: Workers): Who | null {
  if (run.agent === 'operator') return { kind: 'operator' };
  const modelId = run.model?.model_id;
  const agent = agents.find(({ name, model_id }) => name === run.agent_name && model_id === modelId);
  if (agent !== undefined) return agentWith(agent, models);
  const model = models.find((candidate) => candidate.model_id === modelId);
  return model === undefined ? null : { kind: 'model', model };
}

/**
 * Who is chosen before the person chooses: what they chose here, who worked here last, who was chosen last anywhere,
 * then the first agent or model there is, and Operator, which is always there.
 */
export function initialWho(
  workers: Workers,
  known: {
    readonly chosenHere: string | null;
    readonly lastRun: Run | null;
    readonly chosenLast: string | null;
  },
): Who {
  const find = (key: string | null) => (key === null ? null : findWho(key, workers));
  const [agent] = workers.agents;
  const model = workers.models.find((candidate) => candidate.last_test?.ok === true) ?? workers.models[0];
  return (
    find(known.chosenHere) ??
    (known.lastRun === null ? null : whoOf(known.lastRun, workers)) ??
    find(known.chosenLast) ??
    (agent === undefined ? null : agentWith(agent, workers.models)) ??
    (model === undefined ? null : { kind: 'model', model }) ?? { kind: 'operator' }
  );
}

/** Why the chosen one cannot work here, and where that is mended. */
export type Hindrance = {
  /** For the list of who can work. */
  readonly short: string;
  readonly sentence: string;
  readonly mend: 'environments' | 'models' | 'agents';
};

/** `bindings`: those of the conversation and of its project. */
export function hindranceOf(who: Who, bindings: readonly Binding[]): Hindrance | null {
  switch (who.kind) {
    case 'operator':
      if (bindings.length > 0) return null;
      return {
        short: 'Needs a working environment',
        sentence: 'Operator needs a working environment.',
        mend: 'environments',
      };
    case 'agent':
      return agentHindrance(who, bindings);
    case 'model':
      return modelHindrance(who.model, bindings);
  }
}

function agentHindrance(
  { agent, model }: Extract<Who, { kind: 'agent' }>,
  bindings: readonly Binding[],
): Hindrance | null {
  if (model === undefined) {
    return {
      short: 'Its model was deleted',
      sentence: `The model of ${agent.name} was deleted. Choose another for it.`,
      mend: 'agents',
    };
  }
  const hasEnvironment = agent.tool_groups.includes('dynamic_environment');
  if (bindings.length > 0 && !hasEnvironment) {
    return {
      short: 'Has no Dynamic environment',
      sentence: `${agent.name} cannot use the working environments of this conversation: its Dynamic environment is off.`,
      mend: 'agents',
    };
  }
  return modelHindrance(model, hasEnvironment ? bindings : []);
}

function modelHindrance(model: Model, bindings: readonly Binding[]): Hindrance | null {
  if (lacksKey(model)) {
    return { short: 'No key', sentence: `${model.name} has no API key.`, mend: 'models' };
  }
  const hasDesktop = bindings.some((binding) => hasDesktopActions(binding.permission_ceiling.operations));
  if (!hasDesktop || model.accepts_images === true) return null;
  if (model.accepts_images === false) {
    return {
      short: 'Takes no images',
      sentence: `${model.name} takes no images, so it cannot work on a desktop.`,
      mend: 'models',
    };
  }
  return {
    short: 'Not tested',
    sentence: `It is not known whether ${model.name} takes images. Press Test, or say that it does.`,
    mend: 'models',
  };
}
