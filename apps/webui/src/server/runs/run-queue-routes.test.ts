import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentSchema } from '../../shared/agents.ts';
import { fileOperations } from '../../shared/bindings.ts';
import { problemSchema } from '../../shared/problem.ts';
import { createModelRepository } from '../models/model-repository.ts';
import { bind, operatorOf } from '../testing/operator.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { saveModel, scriptedModelId } from '../testing/model-user.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

/** Goes on until it is released. */
function holdingAnswer() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { answer: { text: 'One moment.', until }, release: () => release() };
}

/** A conversation whose run goes on until it is released. */
async function startHeldRun() {
  const { answer, release } = holdingAnswer();
  bed.model.script(answer);
  const threadId = await bed.user.createThread();
  const first = await bed.user.ask(threadId);
  await bed.user.reaches(first, 'running');
  return { threadId, first, release };
}

const problemOf = async (asked: ReturnType<ModelBed['user']['tryToAsk']>) =>
  problemSchema.parse((await asked).json);

describe('requests while a run goes on', () => {
  it('wait for their turn and begin one after another', async () => {
    const { answer, release } = holdingAnswer();
    bed.model.script(answer, { text: 'Second.' }, { text: 'Third.' });
    const threadId = await bed.user.createThread();
    const first = await bed.user.ask(threadId, { prompt: 'one' });
    await bed.user.reaches(first, 'running');
    const second = await bed.user.ask(threadId, { prompt: 'two' });
    const third = await bed.user.ask(threadId, { prompt: 'three' });
    expect((await bed.user.run(second)).state).toBe('queued');
    release();
    await bed.user.reaches(third, 'succeeded');
    expect((await bed.user.run(second)).state).toBe('succeeded');
    const prompts = bed.model.requests.map(({ messages }) => messages.at(-1)?.content);
    expect(prompts).toEqual(['one', 'two', 'three']);
    expect((await bed.user.transcript(threadId)).thread.title).toBe('one');
  });

  it('wait behind an Operator run, too', async () => {
    const { threadId, end } = await operatorOf(bed.server).operate(bind(bed.device));
    const run = await bed.user.ask(threadId);
    expect((await bed.user.run(run)).state).toBe('queued');
    await end('finish');
    await bed.user.reaches(run, 'succeeded');
  });

  it('end with the run that goes on when the person stops it', async () => {
    const { threadId, first } = await startHeldRun();
    const second = await bed.user.ask(threadId);
    await bed.user.stop(first);
    expect(await bed.user.run(second)).toMatchObject({
      state: 'stopped',
      reason: 'Stopped by you before it began.',
    });
    expect(bed.model.requests.length).toBeLessThanOrEqual(1);
  });

  it('can be stopped alone', async () => {
    const { threadId, first, release } = await startHeldRun();
    const second = await bed.user.ask(threadId);
    expect(await bed.user.stop(second)).toMatchObject({
      state: 'stopped',
      reason: 'Stopped by you before it began.',
    });
    release();
    await bed.user.reaches(first, 'succeeded');
  });

  it('are at most eight', async () => {
    const { threadId } = await startHeldRun();
    for (let asked = 0; asked < 8; asked++) await bed.user.ask(threadId);
    expect((await problemOf(bed.user.tryToAsk(threadId))).code).toBe('run_queue_full');
  });

  it('go on with what is true when their turn comes', async () => {
    const { threadId, release } = await startHeldRun();
    const second = await bed.user.ask(threadId);
    await createModelRepository(bed.server.context.database).remove(scriptedModelId);
    release();
    expect((await bed.user.reaches(second, 'failed')).reason).toContain('does not exist');
  });

  it('are gone with their conversation', async () => {
    const { threadId } = await startHeldRun();
    await bed.user.ask(threadId);
    expect((await bed.server.request('DELETE', `/api/threads/${threadId}`)).status).toBe(204);
    expect((await bed.server.request('GET', `/api/threads/${threadId}/transcript`)).status).toBe(404);
  });
});

describe('a request that cannot work', () => {
  it('is refused at once: unknown model or agent', async () => {
    const threadId = await bed.user.createThread();
    const chosen = { kind: 'model', model_id: 'model-none' };
    expect(await problemOf(bed.user.tryToAsk(threadId, { chosen }))).toMatchObject({
      status: 400,
      errors: [{ path: 'chosen.model_id' }],
    });
    const agent = { kind: 'agent', agent_id: 'agent-none' };
    expect((await problemOf(bed.user.tryToAsk(threadId, { chosen: agent }))).code).toBe('invalid_request');
  });

  it('is refused at once: a model that takes no images, or was not tested, for a desktop', async () => {
    const threadId = await bed.user.createThread(bind(bed.device));
    await saveModel(bed.server, bed.model, false);
    expect((await problemOf(bed.user.tryToAsk(threadId))).code).toBe('model_without_images');
    await saveModel(bed.server, bed.model, null);
    expect((await problemOf(bed.user.tryToAsk(threadId))).code).toBe('model_not_tested');
    // It may still talk, and work on files.
    const files = await bed.user.createThread(bind(bed.device, fileOperations));
    await bed.user.reaches(await bed.user.ask(files), 'succeeded');
  });

  it('is refused at once: an agent without environments for a desktop', async () => {
    const body = { name: 'Talker', model_id: scriptedModelId, tool_groups: [], instructions: 'Be brief.' };
    const agent = await bed.server.expect([201, agentSchema], ['POST', '/api/settings/agents', body]);
    const chosen = { kind: 'agent', agent_id: agent.agent_id };
    const threadId = await bed.user.createThread(bind(bed.device));
    expect((await problemOf(bed.user.tryToAsk(threadId, { chosen }))).code).toBe('agent_without_environment');
    const talk = await bed.user.ask(await bed.user.createThread(), { chosen });
    expect(talk.agent_name).toBe('Talker');
    await bed.user.reaches(talk, 'succeeded');
    expect(JSON.stringify(bed.model.requests[0]?.messages[0])).toContain('Be brief.');
  });

  it('is refused at once: no bound device is connected', async () => {
    const threadId = await bed.user.createThread(bind(bed.device));
    await bed.device.disconnect();
    expect((await problemOf(bed.user.tryToAsk(threadId))).code).toBe('device_offline');
    expect((await bed.user.transcript(threadId)).messages).toEqual([]);
  });
});

describe('a run of a model', () => {
  it('takes no calls of the person and is not finished by hand', async () => {
    const { first: run } = await startHeldRun();
    const url = `/api/threads/${run.thread_id}/runs/${run.run_id}`;
    expect((await bed.server.request('POST', `${url}/finish`)).status).toBe(409);
    const call = { tool: 'computer_describe', arguments: {} };
    const body = { call_id: 'b3b0f2c4-6a53-4b43-8d6b-1f3f2f1f0a11', call };
    expect((await bed.server.request('POST', `${url}/calls`, body)).status).toBe(409);
  });
});
