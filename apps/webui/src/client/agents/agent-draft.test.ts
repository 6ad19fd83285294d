import { describe, expect, it } from 'vitest';
import { defaultBudget } from '../../shared/agents.ts';
import { draftOfAgent, draftOfBudget, newAgentDraft, toAgent, toBudget } from './agent-draft.ts';

describe('a budget', () => {
  it('is shown with the time in minutes and read back as it was', () => {
    expect(draftOfBudget(defaultBudget)).toEqual({ steps: '50', tokens: '2000000', minutes: '60' });
    expect(toBudget(draftOfBudget({ steps: 5, tokens: 20_000, wall_time_seconds: 90 }))).toEqual({
      budget: { steps: 5, tokens: 20_000, wall_time_seconds: 90 },
    });
  });

  it.each(['2 000 000', '2,000,000', '2.000.000', '2_000_000'])('takes %j as two million', (tokens) => {
    expect(toBudget({ steps: '50', tokens, minutes: '1' })).toMatchObject({ budget: { tokens: 2_000_000 } });
  });

  it.each(['0,5', '0.5'])('takes %j as half a minute', (minutes) => {
    expect(toBudget({ steps: '50', tokens: '1000', minutes })).toMatchObject({
      budget: { wall_time_seconds: 30 },
    });
  });

  it('says which of its fields are out of range', () => {
    expect(toBudget({ steps: '0', tokens: '', minutes: '0.1' })).toEqual({
      errors: {
        steps: 'Use 1 to 500.',
        tokens: 'Use 1 000 to 50 million.',
        minutes: 'Use up to 1440 minutes.',
      },
    });
  });
});

describe('an agent', () => {
  it('is saved whole', () => {
    const draft = { ...newAgentDraft('model-1'), name: ' Tester ', instructions: ' Be careful. ' };
    expect(toAgent(draft)).toEqual({
      body: {
        name: 'Tester',
        model_id: 'model-1',
        instructions: 'Be careful.',
        tool_groups: ['dynamic_environment'],
        budget: defaultBudget,
      },
    });
  });

  it('says what is missing', () => {
    expect(toAgent(newAgentDraft(''))).toEqual({
      errors: { name: 'Give the agent a name.', modelId: 'Choose a model.' },
    });
  });

  it('without the tools of environments stays without them', () => {
    const agent = {
      agent_id: 'agent-1',
      name: 'Talker',
      model_id: 'model-1',
      instructions: '',
      tool_groups: [],
      budget: defaultBudget,
      created_at: '2026-11-30T12:00:00.000Z',
    };
    expect(draftOfAgent(agent).hasEnvironment).toBe(false);
    expect(toAgent(draftOfAgent(agent))).toMatchObject({ body: { tool_groups: [] } });
  });
});
