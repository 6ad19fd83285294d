import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentSchema } from '../../shared/agents.ts';
import { fileOperations } from '../../shared/bindings.ts';
import { problemSchema } from '../../shared/problem.ts';
import { createModelRepository } from '../models/model-repository.ts';
import { bind, operatorOf } from '../testing/operator.ts';
import { modelUserOf, saveModel, scriptedModelId } from '../testing/model-user.ts';
import { ScriptedModel } from '../testing/scripted-model.ts';
import { makeDataDirectory, startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
let server: TestServer;
let model: ScriptedModel;
let user: ReturnType<typeof modelUserOf>;

beforeEach(async () => {
  directory = await makeDataDirectory();
  server = await startTestServer(directory.path);
  model = await ScriptedModel.start();
  await saveModel(server, model);
  user = modelUserOf(server);
});
afterEach(async () => {
  await server.close();
  await model.close();
  await directory.remove();
});

/** Goes on until it is released. */
function holdingAnswer() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { answer: { text: 'One moment.', until }, release: () => release() };
}

const problemOf = async (asked: ReturnType<typeof user.tryToAsk>) => problemSchema.parse((await asked).json);

describe('requests while a run goes on', () => {
  it('wait for their turn and begin one after another', async () => {
    const { answer, release } = holdingAnswer();
    model.script(answer, { text: 'Second.' }, { text: 'Third.' });
    const threadId = await user.createThread();
    const first = await user.ask(threadId, { prompt: 'one' });
    await user.reaches(first, 'running');
    const second = await user.ask(threadId, { prompt: 'two' });
    const third = await user.ask(threadId, { prompt: 'three' });
    expect((await user.run(second)).state).toBe('queued');
    release();
    await user.reaches(third, 'succeeded');
    expect((await user.run(second)).state).toBe('succeeded');
    const prompts = model.requests.map(({ messages }) => messages.at(-1)?.content);
    expect(prompts).toEqual(['one', 'two', 'three']);
    expect((await user.transcript(threadId)).thread.title).toBe('one');
  });

  it('wait behind an Operator run, too', async () => {
    const device = await server.pairDevice();
    const { threadId, end } = await operatorOf(server).operate(bind(device));
    const run = await user.ask(threadId);
    expect((await user.run(run)).state).toBe('queued');
    await end('finish');
    await user.reaches(run, 'succeeded');
  });

  it('end with the run that goes on when the person stops it', async () => {
    model.script(holdingAnswer().answer);
    const threadId = await user.createThread();
    const first = await user.ask(threadId);
    await user.reaches(first, 'running');
    const second = await user.ask(threadId);
    await user.stop(first);
    expect(await user.run(second)).toMatchObject({
      state: 'stopped',
      reason: 'Stopped by you before it began.',
    });
    expect(model.requests.length).toBeLessThanOrEqual(1);
  });

  it('can be stopped alone', async () => {
    const { answer, release } = holdingAnswer();
    model.script(answer);
    const threadId = await user.createThread();
    const first = await user.ask(threadId);
    await user.reaches(first, 'running');
    const second = await user.ask(threadId);
    expect(await user.stop(second)).toMatchObject({
      state: 'stopped',
      reason: 'Stopped by you before it began.',
    });
    release();
    await user.reaches(first, 'succeeded');
  });

  it('are at most eight', async () => {
    model.script(holdingAnswer().answer);
    const threadId = await user.createThread();
    await user.reaches(await user.ask(threadId), 'running');
    for (let asked = 0; asked < 8; asked++) await user.ask(threadId);
    expect((await problemOf(user.tryToAsk(threadId))).code).toBe('run_queue_full');
  });

  it('go on with what is true when their turn comes', async () => {
    const { answer, release } = holdingAnswer();
    model.script(answer);
    const threadId = await user.createThread();
    const first = await user.ask(threadId);
    await user.reaches(first, 'running');
    const second = await user.ask(threadId);
    await createModelRepository(server.context.database).remove(scriptedModelId);
    release();
    expect((await user.reaches(second, 'failed')).reason).toContain('does not exist');
  });

  it('are gone with their conversation', async () => {
    model.script(holdingAnswer().answer);
    const threadId = await user.createThread();
    await user.reaches(await user.ask(threadId), 'running');
    await user.ask(threadId);
    expect((await server.request('DELETE', `/api/threads/${threadId}`)).status).toBe(204);
    expect((await server.request('GET', `/api/threads/${threadId}/transcript`)).status).toBe(404);
  });
});

describe('a request that cannot work', () => {
  it('is refused at once: unknown model or agent', async () => {
    const threadId = await user.createThread();
    const chosen = { kind: 'model', model_id: 'model-none' };
    expect(await problemOf(user.tryToAsk(threadId, { chosen }))).toMatchObject({
      status: 400,
      errors: [{ path: 'chosen.model_id' }],
    });
    const agent = { kind: 'agent', agent_id: 'agent-none' };
    expect((await problemOf(user.tryToAsk(threadId, { chosen: agent }))).code).toBe('invalid_request');
  });

  it('is refused at once: a model that takes no images, or was not tested, for a desktop', async () => {
    const device = await server.pairDevice();
    const threadId = await user.createThread(bind(device));
    await saveModel(server, model, false);
    expect((await problemOf(user.tryToAsk(threadId))).code).toBe('model_without_images');
    await saveModel(server, model, null);
    expect((await problemOf(user.tryToAsk(threadId))).code).toBe('model_not_tested');
    // It may still talk, and work on files.
    const files = await user.createThread(bind(device, fileOperations));
    await user.reaches(await user.ask(files), 'succeeded');
  });

  it('is refused at once: an agent without environments for a desktop', async () => {
    const body = { name: 'Talker', model_id: scriptedModelId, tool_groups: [], instructions: 'Be brief.' };
    const agent = await server.expect([201, agentSchema], ['POST', '/api/settings/agents', body]);
    const chosen = { kind: 'agent', agent_id: agent.agent_id };
    const threadId = await user.createThread(bind(await server.pairDevice()));
    expect((await problemOf(user.tryToAsk(threadId, { chosen }))).code).toBe('agent_without_environment');
    const talk = await user.ask(await user.createThread(), { chosen });
    expect(talk.agent_name).toBe('Talker');
    await user.reaches(talk, 'succeeded');
    expect(JSON.stringify(model.requests[0]?.messages[0])).toContain('Be brief.');
  });

  it('is refused at once: no bound device is connected', async () => {
    const device = await server.pairDevice();
    const threadId = await user.createThread(bind(device));
    await device.disconnect();
    expect((await problemOf(user.tryToAsk(threadId))).code).toBe('device_offline');
    expect((await user.transcript(threadId)).messages).toEqual([]);
  });
});

describe('a run of a model', () => {
  it('takes no calls of the person and is not finished by hand', async () => {
    model.script(holdingAnswer().answer);
    const run = await user.ask(await user.createThread());
    await user.reaches(run, 'running');
    const url = `/api/threads/${run.thread_id}/runs/${run.run_id}`;
    expect((await server.request('POST', `${url}/finish`)).status).toBe(409);
    const call = { tool: 'computer_describe', arguments: {} };
    const body = { call_id: 'b3b0f2c4-6a53-4b43-8d6b-1f3f2f1f0a11', call };
    expect((await server.request('POST', `${url}/calls`, body)).status).toBe(409);
  });
});
