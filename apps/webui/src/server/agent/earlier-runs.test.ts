import { describe, expect, it } from 'vitest';
import { clickAt } from '../testing/operator.ts';
import { earlierRuns, type EarlierRun } from './earlier-runs.ts';
import { refusedCall } from './tool-error.ts';

const ended = { agent: 'model', state: 'succeeded', reason: 'The model ended its turn.' } as const;

function run(prompt: string, answer: string): EarlierRun {
  return {
    run: ended,
    messages: [
      { role: 'user', text: prompt, position: 1 },
      { role: 'reasoning', text: 'Hm.', position: 2 },
      { role: 'assistant', text: answer, position: 4 },
    ],
    calls: [
      {
        call: clickAt('obs-00000001'),
        alias: 'desktop',
        result: refusedCall('denied', 'Not allowed.'),
        position: 3,
      },
    ],
  };
}

describe('earlier runs', () => {
  it('are told in their order, each call as a line, without reasoning', () => {
    const [user, assistant, next] = earlierRuns([run('Open it', 'I could not.'), run('Again', 'No.')]);
    expect(user).toEqual({ role: 'user', content: 'Open it' });
    expect(assistant?.content).toMatch(/^\[computer_click on desktop \{.*"denied".*\]\nI could not\.$/);
    expect(next).toEqual({ role: 'user', content: 'Again' });
  });

  it('say how a run ended that did not succeed', () => {
    const stopped = {
      ...run('Go', ''),
      run: { ...ended, state: 'stopped', reason: 'Stopped by you.' },
    } as const;
    expect(earlierRuns([stopped])[1]?.content).toContain('[The run ended: Stopped by you.]');
  });

  it('tell what the person did as Operator', () => {
    const operated: EarlierRun = { ...run('', ''), run: { ...ended, agent: 'operator' }, messages: [] };
    expect(earlierRuns([operated])[0]?.content).toContain('I used the desktop myself');
  });

  it('lose the oldest when they are too much', () => {
    const long = Array.from({ length: 10 }, (_, at) => run(`prompt ${at}`, 'x'.repeat(20_000)));
    const told = earlierRuns(long);
    expect(told.at(-2)?.content).toBe('prompt 9');
    expect(told.length).toBeLessThan(8);
    expect(told.length % 2).toBe(0);
  });
});
