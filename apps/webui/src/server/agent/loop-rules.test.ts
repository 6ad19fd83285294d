import { EipError } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, clickAt, dragOn } from '../testing/operator.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { calling, type ScriptedAnswer } from '../testing/scripted-model.ts';
import { eventually } from '../testing/start-test-server.ts';
import { fixedPhrases } from './fixed-phrases.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

const observe = { tool: 'computer_observe', arguments: {} };
const looking: ScriptedAnswer = { calls: [observe] };
const budget = { steps: 50, tokens: 2_000_000, wall_time_seconds: 3600 };

const ask = async (options = {}) => bed.user.ask(await bed.user.createThread(bind(bed.device)), options);
const toldIn = (at: number) => JSON.stringify(bed.model.requests[at]?.messages.slice(1));

async function noticesOf(threadId: string): Promise<string[]> {
  const { messages } = await bed.user.transcript(threadId);
  return messages.filter(({ role }) => role === 'notice').map(({ text }) => text);
}

describe('a budget', () => {
  it('of steps ends the run as stopped, after the last step was carried out', async () => {
    bed.model.script(looking, looking, looking);
    const run = await ask({ budget: { ...budget, steps: 2 } });
    const ended = await bed.user.reaches(run, 'stopped');
    expect(ended).toMatchObject({ ended_by: 'budget_steps', usage: { steps: 2 } });
    expect(ended.reason).toBe('The run used all of its 2 steps. Send a message to go on.');
    expect((await bed.user.transcript(run.thread_id)).calls).toHaveLength(2);
  });

  it('of tokens counts what is asked and answered', async () => {
    bed.model.script({ ...looking, tokens: { input: 1500, output: 20 } }, looking);
    const ended = await bed.user.reaches(await ask({ budget: { ...budget, tokens: 1500 } }), 'stopped');
    expect(ended).toMatchObject({
      ended_by: 'budget_tokens',
      usage: { input_tokens: 1500, output_tokens: 20 },
    });
  });
});

describe('a stale reference', () => {
  it('is answered with a fresh screenshot and a fixed phrase, and nothing was sent', async () => {
    bed.model.script(looking, { calls: [clickAt('obs-00000000')] }, calling(clickAt), { text: 'Done.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    const { calls } = await bed.user.transcript(run.thread_id);
    expect(calls.map(({ call }) => call.tool)).toEqual([
      'computer_observe',
      'computer_click',
      'computer_observe',
      'computer_click',
    ]);
    expect(calls[1]?.result).toMatchObject({ code: 'conflict', dispatch_stage: 'pre_dispatch' });
    expect(await noticesOf(run.thread_id)).toEqual([fixedPhrases.staleReference]);
    expect(toldIn(2)).toContain(fixedPhrases.staleReference);
    expect(toldIn(2).match(/data:image/g)).toHaveLength(2);
    expect(bed.device.daemon.inputs).toHaveLength(1);
  });
});

describe('the calls of one step', () => {
  it.each(['partial', 'unknown', 'not_executed'] as const)('end at an effect that is %s', async (effect) => {
    bed.model.script(looking, calling(clickAt, dragOn, clickAt), { text: 'Hm.' });
    bed.device.daemon.effectNext('computer.drag', effect);
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs.map(({ method }) => method)).toEqual(['computer.click', 'computer.drag']);
    expect(toldIn(2).match(/not_attempted/g)).toHaveLength(1);
    expect(await noticesOf(run.thread_id)).toEqual([`${fixedPhrases.notAttempted} (1 not attempted)`]);
    expect((await bed.user.transcript(run.thread_id)).calls).toHaveLength(3);
  });

  it('end at a failure, and each of them is answered', async () => {
    bed.model.script(looking, calling(clickAt, clickAt, clickAt), { text: 'Hm.' });
    bed.device.daemon.failNext('computer.click', new EipError('busy', 'Later.'));
    await bed.user.reaches(await ask(), 'succeeded');
    const answers = bed.model.requests[2]?.messages.filter(({ role }) => role === 'tool');
    expect(answers).toHaveLength(4);
    expect(bed.device.daemon.requestsOf('computer.click')).toHaveLength(1);
  });
});

describe('a step that asks for more calls than a step has', () => {
  it('is told of the limit, not of a failure', async () => {
    bed.model.script({ calls: Array.from({ length: 34 }, () => observe) }, { text: 'Hm.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    expect((await bed.user.transcript(run.thread_id)).calls).toHaveLength(32);
    expect(await noticesOf(run.thread_id)).toEqual([`${fixedPhrases.tooManyCalls} (2 not attempted)`]);
    expect(toldIn(1)).not.toContain('an earlier one');
  });
});

describe('a repeated action', () => {
  it('on a screen that was seen unchanged is carried out, and the model is told', async () => {
    bed.model.script(looking, calling(clickAt), looking, calling(clickAt), { text: 'I stop.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toHaveLength(2);
    expect(await noticesOf(run.thread_id)).toEqual([fixedPhrases.repeated]);
    expect(toldIn(4)).toContain(fixedPhrases.repeated);
  });

  it('is none when the screen changed', async () => {
    bed.model.script(looking, calling(clickAt), (request) => {
      bed.device.daemon.image = Buffer.from('another image');
      return request.messages.length > 0 ? looking : { text: '' };
    });
    bed.model.script(calling(clickAt), { text: 'Done.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    expect(await noticesOf(run.thread_id)).toEqual([]);
  });
});

describe('a malformed tool call', () => {
  it('is told to the model, which may mend it', async () => {
    bed.model.script({ calls: [{ tool: 'computer_observe', arguments: { alias: 7 } }] }, looking, {
      text: 'Seen.',
    });
    await bed.user.reaches(await ask(), 'succeeded');
    expect(toldIn(1)).toContain('invalid_call');
  });

  it('of an unknown tool is told which tools there are, and the person what was called', async () => {
    const name = `computer_\u202Efly${'y'.repeat(200)}`;
    bed.model.script({ calls: [{ tool: name, arguments: {} }] }, { text: 'Hm.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    const shown = `computer_ fly${'y'.repeat(67)}`;
    const told = /"role":"tool".*/.exec(toldIn(1))?.[0] ?? '';
    expect(told).toContain(`This run has no tool named “${shown}”; it has: computer_`);
    expect(await noticesOf(run.thread_id)).toEqual([
      expect.stringContaining(`The model called “${shown}” wrongly: This run has no tool named`),
    ]);
  });

  it('whose arguments cannot be read is told so', async () => {
    bed.model.script({ calls: [{ tool: 'computer_click', arguments: {}, raw: '{"x": ' }] }, { text: 'Hm.' });
    const run = await ask();
    await bed.user.reaches(run, 'succeeded');
    expect(toldIn(1)).toContain('could not be read');
    expect(toldIn(1)).not.toContain('This run has no tool');
  });

  it('ends the run after three in a row', async () => {
    const wrong = { calls: [{ tool: 'computer_fly', arguments: {} }] };
    bed.model.script(wrong, { calls: [{ tool: 'computer_click', arguments: {}, raw: '{"x": ' }] }, wrong);
    const ended = await bed.user.reaches(await ask(), 'failed');
    expect(ended.ended_by).toBe('model');
    expect(ended.reason).toContain('3 times in a row');
    expect(bed.model.requests).toHaveLength(3);
  });

  it('counts anew after a right one', async () => {
    const wrong = { calls: [{ tool: 'computer_fly', arguments: {} }] };
    bed.model.script(wrong, wrong, looking, wrong, wrong, { text: 'Done.' });
    await bed.user.reaches(await ask(), 'succeeded');
  });
});

describe('a provider that fails', () => {
  it.each([429, 529, 503, 500])(
    'with %i before any output is asked again, which the person sees',
    async (status) => {
      bed.model.script({ status, headers: { 'retry-after-ms': '20' } }, { text: 'Here I am.' });
      const run = await ask();
      const ended = await bed.user.reaches(run, 'succeeded');
      expect(ended.usage.steps).toBe(1);
      expect(await noticesOf(run.thread_id)).toEqual([
        expect.stringContaining('Asking again in 1 second (1 of 5).'),
      ]);
    },
  );

  it('is not waited for any longer once the person stops', async () => {
    bed.model.script({ status: 429, headers: { 'retry-after': '30' } });
    const run = await ask();
    await expect.poll(() => noticesOf(run.thread_id)).toHaveLength(1);
    const before = performance.now();
    expect((await bed.user.stop(run)).state).toBe('stopped');
    expect(performance.now() - before).toBeLessThan(1000);
    expect(bed.model.requests).toHaveLength(1);
  });

  it('ends the run when it asks for a longer wait than a run takes, or refuses the key', async () => {
    bed.model.script({ status: 429, headers: { 'retry-after': '3600' } }, { status: 401 });
    expect((await bed.user.reaches(await ask(), 'failed')).ended_by).toBe('model');
    expect((await bed.user.reaches(await ask(), 'failed')).reason).toContain('key');
    expect(bed.model.requests).toHaveLength(2);
  });
});

describe('a stream that is cut in the middle', () => {
  /** Resolves when readers have seen the text. */
  const seen = (threadId: string, text: string, times: number) =>
    eventually(async () => {
      const { messages } = await bed.user.transcript(threadId);
      return messages.filter((message) => message.text === text).length >= times || undefined;
    });

  it('leaves its text cut, carries nothing out, and is asked for again', async () => {
    const threadId = await bed.user.createThread(bind(bed.device));
    bed.model.script(looking);
    bed.model.script((request) => ({
      ...calling(clickAt)(request),
      text: 'I click',
      isCut: true,
      until: seen(threadId, 'I click', 1),
    }));
    bed.model.script(calling(clickAt), { text: 'Clicked.' });
    const run = await bed.user.ask(threadId);
    await bed.user.reaches(run, 'succeeded');
    const { messages } = await bed.user.transcript(threadId);
    expect(messages.find(({ text }) => text === 'I click')?.state).toBe('cut');
    expect(bed.device.daemon.inputs).toHaveLength(1);
    expect(await noticesOf(threadId)).toEqual([expect.stringContaining('(1 of 2)')]);
  });

  it('ends the run when it happens three times', async () => {
    const threadId = await bed.user.createThread();
    for (const times of [1, 2, 3])
      bed.model.script(() => ({ text: 'I am', isCut: true, until: seen(threadId, 'I am', times) }));
    const ended = await bed.user.reaches(await bed.user.ask(threadId), 'failed');
    expect(ended.reason).toContain('ended in the middle');
    expect(bed.model.requests).toHaveLength(3);
  });

  it('is one too when it ends without saying that it is over', async () => {
    bed.model.script({ text: 'I am', finish: '' }, { text: 'I am here.' });
    const run = await bed.user.ask(await bed.user.createThread());
    await bed.user.reaches(run, 'succeeded');
    const { messages } = await bed.user.transcript(run.thread_id);
    expect(messages.map(({ text, state }) => [text, state]).slice(1)).toEqual([
      ['I am', 'cut'],
      [expect.stringContaining('(1 of 2)'), 'finished'],
      ['I am here.', 'finished'],
    ]);
  });
});

describe('a refusal', () => {
  it('ends the run with its reason', async () => {
    bed.model.script({ text: 'I cannot', finish: 'content_filter' });
    const ended = await bed.user.reaches(await ask(), 'failed');
    expect(ended).toMatchObject({ ended_by: 'model' });
    expect(ended.reason).toContain('refused');
  });
});
