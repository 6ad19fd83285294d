import { describe, expect, it } from 'vitest';
import { clickCall, exampleRun, observeCall } from '../../shared/testing/example-transcript.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { newestImage, offeredTools } from './stage-state.ts';

const observe = (id: string, alias = 'desktop'): ToolCall => ({
  ...observeCall(1, { observation_id: `obs-0000000${id}` }),
  call_id: id,
  alias,
});
const click = (
  id: string,
  observation: string,
  effect: 'executed' | 'not_executed' = 'executed',
): ToolCall => ({
  ...clickCall(1, `obs-0000000${observation}`),
  call_id: id,
  result: {
    kind: 'action',
    ok: effect === 'executed',
    effect,
    input_cleanup_complete: true,
    receipt: { operation_id: 'op', stage: 'terminal' },
  },
});

describe('newest image', () => {
  it('is the last screenshot of the run and the environment', () => {
    expect(newestImage([], 'r1', null)).toBeNull();
    expect(newestImage([observe('1'), observe('2')], 'r1', null)?.call.call_id).toBe('2');
    expect(newestImage([observe('1'), observe('2', 'laptop')], 'r1', 'desktop')?.call.call_id).toBe('1');
    expect(newestImage([observe('1')], 'r2', null)).toBeNull();
  });

  it('is outdated after an input, and knows which one pointed at it', () => {
    const image = newestImage([observe('1'), click('2', '1')], 'r1', null);
    expect(image).toMatchObject({ isOutdated: true, lastInput: { call_id: '2' } });
  });

  it('stays fresh when nothing was executed', () => {
    expect(newestImage([observe('1'), click('2', '1', 'not_executed')], 'r1', null)?.isOutdated).toBe(false);
  });

  it('is fresh again after the next screenshot', () => {
    const image = newestImage([observe('1'), click('2', '1'), observe('3')], 'r1', null);
    expect(image).toMatchObject({ isOutdated: false, lastInput: null });
  });
});

it('offers in each environment only what its own ceiling allows', () => {
  const binding = { device_id: 'device-a', working_directory: '/' };
  const run: Run = {
    ...exampleRun,
    environment: {
      environment_bindings: [
        {
          ...binding,
          alias: 'desktop',
          permission_ceiling: { operations: ['environment.computer.observe'] },
        },
        { ...binding, alias: 'lab', permission_ceiling: { operations: ['environment.computer.press_keys'] } },
      ],
      default_environment: 'desktop',
    },
    tools: ['computer_observe', 'computer_zoom', 'computer_press_keys'],
  };
  expect(offeredTools(run, 'desktop')).toEqual(['computer_observe', 'computer_zoom']);
  expect(offeredTools(run, 'lab')).toEqual(['computer_press_keys']);
  expect(offeredTools(run, 'elsewhere')).toEqual([]);
});
