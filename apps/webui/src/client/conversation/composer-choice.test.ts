import { describe, expect, it } from 'vitest';
import { defaultBudget, type Agent } from '../../shared/agents.ts';
import { presets, type Binding } from '../../shared/bindings.ts';
import type { Model } from '../../shared/models.ts';
import { exampleRun } from '../../shared/testing/example-transcript.ts';
import type { Run } from '../../shared/threads.ts';
import { findWho, hindranceOf, initialWho, keyOf } from './composer-choice.ts';

const model: Model = {
  model_id: 'model-1',
  name: 'Sonnet',
  provider: 'anthropic',
  provider_model: 'claude-sonnet-4-5',
  base_url: null,
  accepts_images: true,
  api_key_set: true,
  last_test: null,
  created_at: '2026-11-30T12:00:00.000Z',
};
const agent: Agent = {
  agent_id: 'agent-1',
  name: 'Tester',
  model_id: 'model-1',
  instructions: '',
  tool_groups: ['dynamic_environment'],
  budget: defaultBudget,
  created_at: '2026-11-30T12:00:00.000Z',
};
const run: Run = {
  ...exampleRun,
  agent_name: 'Tester',
  model: { model_id: 'model-1', name: 'Sonnet', provider: 'anthropic', provider_model: 'claude-sonnet-4-5' },
  state: 'succeeded',
  ended_by: 'model',
  budget: defaultBudget,
  ended_at: exampleRun.started_at,
};
const bindingOf = (operations: Binding['permission_ceiling']['operations']): Binding => ({
  device_id: 'device-1',
  alias: 'desktop',
  working_directory: '/home/ada',
  permission_ceiling: { operations },
});
const desktop = [bindingOf([...presets[2].operations])];
const files = [bindingOf([...presets[0].operations])];
const workers = { agents: [agent], models: [model] };
const nothing = { chosenHere: null, lastRun: null, chosenLast: null };

describe('who is chosen at first', () => {
  it('is Operator where there is neither an agent nor a model', () => {
    expect(keyOf(initialWho({ agents: [], models: [] }, nothing))).toBe('operator');
  });

  it('is an agent, else a model, where there is one', () => {
    expect(keyOf(initialWho(workers, nothing))).toBe('agent:agent-1');
    expect(keyOf(initialWho({ ...workers, agents: [] }, nothing))).toBe('model:model-1');
  });

  it('is who worked here last, before who was chosen last elsewhere', () => {
    expect(keyOf(initialWho(workers, { ...nothing, lastRun: run, chosenLast: 'operator' }))).toBe(
      'agent:agent-1',
    );
    expect(keyOf(initialWho(workers, { ...nothing, chosenLast: 'operator' }))).toBe('operator');
  });

  it('is the model of the last run once its agent has another name', () => {
    const renamed = { ...workers, agents: [{ ...agent, name: 'Other' }] };
    expect(keyOf(initialWho(renamed, { ...nothing, lastRun: run }))).toBe('model:model-1');
  });

  it('is what was chosen here, unless that was deleted', () => {
    expect(keyOf(initialWho(workers, { ...nothing, chosenHere: 'model:model-1', lastRun: run }))).toBe(
      'model:model-1',
    );
    expect(keyOf(initialWho(workers, { ...nothing, chosenHere: 'model:gone', chosenLast: 'operator' }))).toBe(
      'operator',
    );
  });
});

describe('a choice that cannot work here', () => {
  it('is Operator without an environment', () => {
    expect(hindranceOf({ kind: 'operator' }, [])?.mend).toBe('environments');
    expect(hindranceOf({ kind: 'operator' }, files)).toBeNull();
  });

  it('is a model that takes no images, or may not, on a desktop only', () => {
    const blind = { kind: 'model', model: { ...model, accepts_images: false } } as const;
    const unknown = { kind: 'model', model: { ...model, accepts_images: null } } as const;
    expect(hindranceOf(blind, desktop)?.short).toBe('Takes no images');
    expect(hindranceOf(unknown, desktop)?.short).toBe('Not tested');
    expect(hindranceOf(blind, files)).toBeNull();
    expect(hindranceOf(unknown, [])).toBeNull();
    expect(hindranceOf({ kind: 'model', model }, desktop)).toBeNull();
  });

  it('is a public model without a key, while a server of one’s own needs none', () => {
    const keyless = { ...model, api_key_set: false };
    expect(hindranceOf({ kind: 'model', model: keyless }, [])?.short).toBe('No key');
    expect(
      hindranceOf({ kind: 'model', model: { ...keyless, provider: 'openai_compatible' } }, desktop),
    ).toBeNull();
  });

  it('is an agent without Dynamic environment as soon as there are environments', () => {
    const talker = { ...agent, tool_groups: [] };
    expect(hindranceOf({ kind: 'agent', agent: talker, model }, files)?.mend).toBe('agents');
    expect(hindranceOf({ kind: 'agent', agent: talker, model }, [])).toBeNull();
  });

  it('is an agent whose model was deleted', () => {
    const who = findWho('agent:agent-1', { agents: [agent], models: [] });
    expect(who && hindranceOf(who, [])?.short).toBe('Its model was deleted');
  });
});
