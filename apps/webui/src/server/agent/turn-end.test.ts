import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, clickAt } from '../testing/operator.ts';
import { modelUserOf, saveModel } from '../testing/model-user.ts';
import { calling, ScriptedModel, type ScriptedAnswer } from '../testing/scripted-model.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { makeDataDirectory, startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
let server: TestServer;
let model: ScriptedModel;
let device: TestDevice;
let user: ReturnType<typeof modelUserOf>;

beforeEach(async () => {
  directory = await makeDataDirectory();
  server = await startTestServer(directory.path);
  model = await ScriptedModel.start();
  await saveModel(server, model);
  device = await server.pairDevice();
  user = modelUserOf(server);
});
afterEach(async () => {
  await server.close();
  await model.close();
  await directory.remove();
});

const looking: ScriptedAnswer = { calls: [{ tool: 'computer_observe', arguments: {} }] };
const ask = async () => user.ask(await user.createThread(bind(device)));

describe('the end of a turn', () => {
  it('without a word is told as such', async () => {
    model.script({ text: ' ' });
    const ended = await user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn without saying anything.');
  });

  it('says when the effect of the last input is not known', async () => {
    model.script(looking, calling(clickAt), looking, { text: 'Done.' });
    device.daemon.effectNext('computer.click', 'unknown');
    const ended = await user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn. The effect of its last input is not known.');
  });

  it('says nothing of it once a later input has a known effect', async () => {
    model.script(looking, calling(clickAt), calling(clickAt), { text: 'Done.' });
    device.daemon.effectNext('computer.click', 'unknown');
    const ended = await user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn.');
  });
});

describe('an answer that is longer than the server keeps', () => {
  it('ends the run, which says whose limit it is', async () => {
    model.script({
      text: Array.from({ length: 21 }, () => 'a'.repeat(10_000)),
      until: new Promise(() => undefined),
    });
    const ended = await user.reaches(await user.ask(await user.createThread()), 'failed');
    expect(ended.reason).toContain('200,000 characters, the most that this server keeps');
    const { messages } = await user.transcript(ended.thread_id);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', state: 'cut' });
    expect(messages.at(-1)?.text).toHaveLength(200_000);
  });
});
