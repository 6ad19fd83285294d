import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { clickAt, bind, dragOn } from '../testing/operator.ts';
import { modelUserOf, saveModel } from '../testing/model-user.ts';
import { calling, ScriptedModel } from '../testing/scripted-model.ts';
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

const forever = new Promise(() => undefined);
const observe = { tool: 'computer_observe', arguments: {} };
describe('a conversation without a desktop', () => {
  it('streams what the model says, names the conversation and counts what was used', async () => {
    model.script({ reasoning: 'Easy.', text: ['Hel', 'lo ', '**you**.'] });
    const threadId = await user.createThread();
    const run = await user.ask(threadId, { prompt: 'Greet me, please' });
    expect(run).toMatchObject({ agent: 'model', agent_name: 'Scripted', state: 'queued', tools: [] });
    const ended = await user.reaches(run, 'succeeded');
    expect(ended).toMatchObject({
      ended_by: 'agent',
      usage: { steps: 1, input_tokens: 100, output_tokens: 10 },
    });
    const { messages, thread } = await user.transcript(threadId);
    expect(messages.map(({ role, text, state }) => [role, text, state])).toEqual([
      ['user', 'Greet me, please', 'finished'],
      ['reasoning', 'Easy.', 'finished'],
      ['assistant', 'Hello **you**.', 'finished'],
    ]);
    expect(thread.title).toBe('Greet me, please');
    expect(model.requests[0]?.tools).toEqual([]);
  });

  it('tells the next run what was said before', async () => {
    const threadId = await user.createThread();
    model.script({ text: 'Your name is Ada.' });
    await user.reaches(await user.ask(threadId, { prompt: 'Who am I?' }), 'succeeded');
    await user.reaches(await user.ask(threadId, { prompt: 'Again?' }), 'succeeded');
    const [, ...told] = model.requests[1]?.messages ?? [];
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(told)).toContain('Your name is Ada.');
  });
});

describe('a conversation with a desktop', () => {
  it('gives the model the very bytes of the screenshot, and its answers to its calls', async () => {
    device.daemon.image = Uint8Array.from({ length: 3000 }, (_, index) => index % 251);
    model.script({ text: 'I look.', calls: [observe] }, calling(clickAt), { text: 'Clicked.' });
    const run = await user.ask(await user.createThread(bind(device)));
    await user.reaches(run, 'succeeded');
    const { calls, messages } = await user.transcript(run.thread_id);
    expect(calls.map(({ call, result }) => [call.tool, result?.ok])).toEqual([
      ['computer_observe', true],
      ['computer_click', true],
    ]);
    const places = [...messages, ...calls].map(({ position }) => position);
    expect(new Set(places).size).toBe(5);
    const sent = JSON.stringify(model.requests[1]?.messages);
    const image = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=]+)/.exec(sent)?.[1] ?? '';
    expect(Buffer.from(image, 'base64').equals(device.daemon.image)).toBe(true);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain(String.raw`\"effect\":\"executed\"`);
    const stored = JSON.stringify(await user.transcript(run.thread_id));
    expect(stored).not.toContain(image.slice(0, 100));
    expect(stored).toContain(createHash('sha256').update(device.daemon.image).digest('hex'));
  });

  it('offers only the tools of the run', async () => {
    const run = await user.ask(await user.createThread(bind(device, ['environment.computer.observe'])));
    await user.reaches(run, 'succeeded');
    const names = z
      .array(z.object({ function: z.object({ name: z.string() }) }))
      .parse(model.requests[0]?.tools);
    expect(names.map((tool) => tool.function.name)).toEqual(['computer_observe', 'computer_zoom']);
  });

  it('offers no zoom on a device that speaks only the public protocol', async () => {
    const old = await server.pairDevice({ protocolVersions: ['0.1'] });
    const run = await user.ask(await user.createThread(bind(old)));
    expect(run.tools).toContain('computer_observe');
    expect(run.tools).not.toContain('computer_zoom');
    await user.reaches(run, 'succeeded');
  });
});

describe('stop', () => {
  it('answers within a second while text streams, and leaves the text cut', async () => {
    model.script({ text: 'I am going to say', until: forever });
    const run = await user.ask(await user.createThread());
    await expect
      .poll(async () => (await user.transcript(run.thread_id)).messages.at(-1)?.text)
      .toBe('I am going to say');
    const before = performance.now();
    expect(await user.stop(run)).toMatchObject({ state: 'stopped', reason: 'Stopped by you.' });
    expect(performance.now() - before).toBeLessThan(1000);
    const { messages } = await user.transcript(run.thread_id);
    expect(messages.at(-1)).toMatchObject({ text: 'I am going to say', state: 'cut' });
  });

  it('answers within a second in the middle of a drag, also when the device does not', async () => {
    const slow = await server.pairDevice({ answersCancel: false });
    model.script({ calls: [observe] }, calling(dragOn));
    const held = slow.daemon.holdNext('computer.drag');
    const run = await user.ask(await user.createThread(bind(slow)));
    await held.begun;
    const before = performance.now();
    expect((await user.stop(run)).state).toBe('stopped');
    expect(performance.now() - before).toBeLessThan(1000);
    held.finish('executed');
    const { calls } = await user.transcript(run.thread_id);
    expect(calls.at(-1)?.result).toMatchObject({ code: 'unknown_outcome' });
    expect(model.requests).toHaveLength(2);
  });
});

describe('the end of the server', () => {
  it('is told of a run whose text streamed and of one that waited its turn', async () => {
    model.script({ text: 'I am going to say', until: forever });
    const threadId = await user.createThread();
    const run = await user.ask(threadId);
    const queued = await user.ask(threadId, { prompt: 'Then this' });
    await expect
      .poll(async () => (await user.transcript(threadId)).messages.some(({ role }) => role === 'assistant'))
      .toBe(true);
    const next = await startTestServer(directory.path);
    const after = modelUserOf(next);
    const { runs, messages } = await after.transcript(threadId);
    expect(runs.map(({ run_id, state }) => [run_id, state])).toEqual([
      [run.run_id, 'failed'],
      [queued.run_id, 'failed'],
    ]);
    expect(runs[0]?.reason).toContain('without warning');
    expect(runs[1]?.reason).toContain('before this run began');
    expect(messages.find(({ role }) => role === 'assistant')).toMatchObject({
      state: 'cut',
      text: 'I am going to say',
    });
    await next.close();
  });
});
