import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, clickAt } from '../testing/operator.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { calling, type ScriptedAnswer } from '../testing/scripted-model.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => void (bed = await startModelBed()));
afterEach(() => bed.close());

const looking: ScriptedAnswer = { calls: [{ tool: 'computer_observe', arguments: {} }] };
const ask = async () => bed.user.ask(await bed.user.createThread(bind(bed.device)));

describe('the end of a turn', () => {
  it('without a word is told as such', async () => {
    bed.model.script({ text: ' ' });
    const ended = await bed.user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn without saying anything.');
  });

  it('says when the effect of the last input is not known', async () => {
    bed.model.script(looking, calling(clickAt), looking, { text: 'Done.' });
    bed.device.daemon.effectNext('computer.click', 'unknown');
    const ended = await bed.user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn. The effect of its last input is not known.');
  });

  it('says nothing of it once a later input has a known effect', async () => {
    bed.model.script(looking, calling(clickAt), calling(clickAt), { text: 'Done.' });
    bed.device.daemon.effectNext('computer.click', 'unknown');
    const ended = await bed.user.reaches(await ask(), 'succeeded');
    expect(ended.reason).toBe('The model ended its turn.');
  });
});

describe('an answer that is longer than the server keeps', () => {
  it('ends the run, which says whose limit it is', async () => {
    bed.model.script({
      text: Array.from({ length: 21 }, () => 'a'.repeat(10_000)),
      until: new Promise(() => undefined),
    });
    const ended = await bed.user.reaches(await bed.user.ask(await bed.user.createThread()), 'failed');
    expect(ended.reason).toContain('200,000 characters, the most that this server keeps');
    const { messages } = await bed.user.transcript(ended.thread_id);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', state: 'cut' });
    expect(messages.at(-1)?.text).toHaveLength(200_000);
  });
});
