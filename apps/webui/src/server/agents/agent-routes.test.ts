import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentListSchema, agentSchema, defaultBudget } from '../../shared/agents.ts';
import { problemSchema } from '../../shared/problem.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { scriptedModelId } from '../testing/model-user.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

const url = '/api/settings/agents';
const create = (fields: object = {}) =>
  bed.server.expect(
    [201, agentSchema],
    ['POST', url, { name: 'Tester', model_id: scriptedModelId, ...fields }],
  );

describe('a saved agent', () => {
  it('is made with sensible defaults, changed, listed and removed', async () => {
    const agent = await create();
    expect(agent).toMatchObject({
      instructions: '',
      tool_groups: ['dynamic_environment'],
      budget: defaultBudget,
    });
    const changes = { instructions: 'Be brief.', tool_groups: [] };
    const changed = await bed.server.expect(
      [200, agentSchema],
      ['PATCH', `${url}/${agent.agent_id}`, changes],
    );
    expect(changed).toEqual({ ...agent, ...changes });
    expect(await bed.server.expect([200, agentListSchema], ['GET', url])).toEqual({ agents: [changed] });
    expect((await bed.server.request('DELETE', `${url}/${agent.agent_id}`)).status).toBe(204);
    expect(await bed.server.expect([200, agentListSchema], ['GET', url])).toEqual({ agents: [] });
    expect((await bed.server.request('DELETE', `${url}/${agent.agent_id}`)).status).toBe(404);
  });

  it('is announced to every open page, and written into the audit log', async () => {
    const after = await bed.server.context.events.lastEventId();
    const { agent_id } = await create();
    await bed.server.request('DELETE', `${url}/${agent_id}`);
    const told: string[] = [];
    for await (const batch of bed.server.context.events.listen({
      after,
      signal: AbortSignal.timeout(5000),
    })) {
      if (batch.kind === 'frames') told.push(...batch.frames.map((frame) => JSON.stringify(frame)));
      if (told.length >= 2) break;
    }
    expect(told.join()).toContain('agent_deleted');
    const entries = await bed.server.context.audit.page({ limit: 10 });
    expect(entries.map(({ action, subject }) => [action, subject]).slice(0, 2)).toEqual([
      ['agent.deleted', agent_id],
      ['agent.created', agent_id],
    ]);
  });

  it('needs a model that exists', async () => {
    const answer = await bed.server.request('POST', url, { name: 'Tester', model_id: 'model-none' });
    expect(problemSchema.parse(answer.json)).toMatchObject({ status: 400, errors: [{ path: 'model_id' }] });
    const { agent_id } = await create();
    const change = await bed.server.request('PATCH', `${url}/${agent_id}`, { model_id: 'model-none' });
    expect(change.status).toBe(400);
  });
});
