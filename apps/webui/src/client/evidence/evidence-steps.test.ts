import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../shared/threads.ts';
import { clickCall, observeCall } from '../../shared/testing/example-transcript.ts';
import { afterOf, evidenceSteps } from './evidence-steps.ts';

const later = { observation_id: 'obs-00000002' };

function afterClick(calls: readonly ToolCall[]) {
  const step = evidenceSteps(calls).find((candidate) => candidate.marks.length > 0);
  if (step === undefined) throw new Error('No action is shown.');
  return afterOf(calls, step);
}

it('walks through what was captured and what was pointed at, in their order', () => {
  const steps = evidenceSteps([observeCall(1), clickCall(2), observeCall(3, later)]);
  expect(steps.map(({ key }) => key)).toEqual([
    'captured r1 observe 1',
    'referred r1 click 2',
    'captured r1 observe 3',
  ]);
});

describe('the screen after an action', () => {
  it('is the next screenshot of the same display', () => {
    const calls = [
      observeCall(1),
      clickCall(2),
      observeCall(3, { ...later, target_id: 'display-1' }),
      observeCall(4, later),
    ];
    expect(afterClick(calls)?.observation).toMatchObject({
      observation_id: 'obs-00000002',
      target_id: 'display-0',
    });
  });

  it('is not that of another environment, nor a zoom into the old one', () => {
    const zoom: ToolCall = {
      ...observeCall(4, later),
      call: {
        tool: 'computer_zoom',
        arguments: { observation_id: 'obs-00000001', region: { x: 0, y: 0, width: 9, height: 9 } },
      },
    };
    const calls = [observeCall(1), clickCall(2), { ...observeCall(3, later), alias: 'other' }, zoom];
    expect(afterClick(calls)?.missing).toBe('This run took no later screenshot of this display.');
  });

  it('is not known while the action runs', () => {
    const calls = [observeCall(1), { ...clickCall(2), state: 'running' as const }];
    expect(afterClick(calls)?.missing).toBe('The action has not ended yet.');
  });

  it('is not asked for where nothing was done', () => {
    const calls = [observeCall(1)];
    const [step] = evidenceSteps(calls);
    expect(step && afterOf(calls, step)).toBeNull();
  });
});
