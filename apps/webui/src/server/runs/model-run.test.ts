import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { clickAt, bind, dragOn } from '../testing/operator.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { modelUserOf } from '../testing/model-user.ts';
import { calling } from '../testing/scripted-model.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

const forever = new Promise(() => undefined);
const observe = { tool: 'computer_observe', arguments: {} };
describe('a conversation without a desktop', () => {
  it('streams what the model says, names the conversation and counts what was used', async () => {
    bed.model.script({ reasoning: 'Easy.', text: ['Hel', 'lo ', '**you**.'] });
    const threadId = await bed.user.createThread();
    const run = await bed.user.ask(threadId, { prompt: 'Greet me, please' });
    expect(run).toMatchObject({ agent: 'model', agent_name: 'Scripted', state: 'queued', tools: [] });
    const ended = await bed.user.reaches(run, 'succeeded');
    expect(ended).toMatchObject({
      ended_by: 'agent',
      usage: { steps: 1, input_tokens: 100, output_tokens: 10 },
    });
    const { messages, thread } = await bed.user.transcript(threadId);
    expect(messages.map(({ role, text, state }) => [role, text, state])).toEqual([
      ['user', 'Greet me, please', 'finished'],
      ['reasoning', 'Easy.', 'finished'],
      ['assistant', 'Hello **you**.', 'finished'],
    ]);
    expect(thread.title).toBe('Greet me, please');
    expect(bed.model.requests[0]?.tools).toEqual([]);
  });

  it('tells the next run what was said before', async () => {
    const threadId = await bed.user.createThread();
    bed.model.script({ text: 'Your name is Ada.' });
    await bed.user.reaches(await bed.user.ask(threadId, { prompt: 'Who am I?' }), 'succeeded');
    await bed.user.reaches(await bed.user.ask(threadId, { prompt: 'Again?' }), 'succeeded');
    const [, ...told] = bed.model.requests[1]?.messages ?? [];
    expect(told.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(told)).toContain('Your name is Ada.');
  });
});

describe('a conversation with a desktop', () => {
  it('gives the model the very bytes of the screenshot, and its answers to its calls', async () => {
    bed.device.daemon.image = Uint8Array.from({ length: 3000 }, (_, index) => index % 251);
    bed.model.script({ text: 'I look.', calls: [observe] }, calling(clickAt), { text: 'Clicked.' });
    const run = await bed.user.ask(await bed.user.createThread(bind(bed.device)));
    await bed.user.reaches(run, 'succeeded');
    const { calls, messages } = await bed.user.transcript(run.thread_id);
    expect(calls.map(({ call, result }) => [call.tool, result?.ok])).toEqual([
      ['computer_observe', true],
      ['computer_click', true],
    ]);
    const places = [...messages, ...calls].map(({ position }) => position);
    expect(new Set(places).size).toBe(5);
    const sent = JSON.stringify(bed.model.requests[1]?.messages);
    const image = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=]+)/.exec(sent)?.[1] ?? '';
    expect(Buffer.from(image, 'base64').equals(bed.device.daemon.image)).toBe(true);
    expect(JSON.stringify(bed.model.requests[2]?.messages)).toContain(String.raw`\"effect\":\"executed\"`);
    const stored = JSON.stringify(await bed.user.transcript(run.thread_id));
    expect(stored).not.toContain(image.slice(0, 100));
    expect(stored).toContain(createHash('sha256').update(bed.device.daemon.image).digest('hex'));
  });

  it('offers only the tools of the run', async () => {
    const run = await bed.user.ask(
      await bed.user.createThread(bind(bed.device, ['environment.computer.observe'])),
    );
    await bed.user.reaches(run, 'succeeded');
    const names = z
      .array(z.object({ function: z.object({ name: z.string() }) }))
      .parse(bed.model.requests[0]?.tools);
    expect(names.map((tool) => tool.function.name)).toEqual(['computer_observe', 'computer_zoom']);
  });

  it('offers no zoom on a device that speaks only the public protocol', async () => {
    const old = await bed.server.pairDevice({ protocolVersions: ['0.1'] });
    const run = await bed.user.ask(await bed.user.createThread(bind(old)));
    expect(run.tools).toContain('computer_observe');
    expect(run.tools).not.toContain('computer_zoom');
    await bed.user.reaches(run, 'succeeded');
  });
});

describe('stop', () => {
  it('answers within a second while text streams, and leaves the text cut', async () => {
    bed.model.script({ text: 'I am going to say', until: forever });
    const run = await bed.user.ask(await bed.user.createThread());
    await expect
      .poll(async () => (await bed.user.transcript(run.thread_id)).messages.at(-1)?.text)
      .toBe('I am going to say');
    const before = performance.now();
    expect(await bed.user.stop(run)).toMatchObject({ state: 'stopped', reason: 'Stopped by you.' });
    expect(performance.now() - before).toBeLessThan(1000);
    const { messages } = await bed.user.transcript(run.thread_id);
    expect(messages.at(-1)).toMatchObject({ text: 'I am going to say', state: 'cut' });
  });

  it('answers within a second in the middle of a drag, also when the device does not', async () => {
    const slow = await bed.server.pairDevice({ answersCancel: false });
    bed.model.script({ calls: [observe] }, calling(dragOn));
    const held = slow.daemon.holdNext('computer.drag');
    const run = await bed.user.ask(await bed.user.createThread(bind(slow)));
    await held.begun;
    const before = performance.now();
    expect((await bed.user.stop(run)).state).toBe('stopped');
    expect(performance.now() - before).toBeLessThan(1000);
    held.finish('executed');
    const { calls } = await bed.user.transcript(run.thread_id);
    expect(calls.at(-1)?.result).toMatchObject({ code: 'unknown_outcome' });
    expect(bed.model.requests).toHaveLength(2);
  });
});

describe('the end of the server', () => {
  it('is told of a run whose text streamed and of one that waited its turn', async () => {
    bed.model.script({ text: 'I am going to say', until: forever });
    const threadId = await bed.user.createThread();
    const run = await bed.user.ask(threadId);
    const queued = await bed.user.ask(threadId, { prompt: 'Then this' });
    await expect
      .poll(async () =>
        (await bed.user.transcript(threadId)).messages.some(({ role }) => role === 'assistant'),
      )
      .toBe(true);
    const next = await bed.server.startNext();
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
  });
});
