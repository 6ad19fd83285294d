import { describe, expect, it } from 'vitest';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { newestImage, offeredTools } from './stage-state.ts';

const at = '2030-01-01T00:00:00Z';
const base = {
  run_id: 'r1',
  position: 1,
  alias: 'desktop',
  state: 'finished',
  started_at: at,
  duration_ms: 1,
} as const;
const observe = (id: string, alias = 'desktop'): ToolCall => ({
  ...base,
  alias,
  call_id: id,
  call: { tool: 'computer_observe', arguments: {} },
  result: {
    kind: 'observation',
    ok: true,
    observation_id: `obs-0000000${id}`,
    target_id: 'display-0',
    width: 10,
    height: 10,
    captured_at: at,
    attachment: null,
  },
});
const click = (
  id: string,
  observation: string,
  effect: 'executed' | 'not_executed' = 'executed',
): ToolCall => ({
  ...base,
  call_id: id,
  call: {
    tool: 'computer_click',
    arguments: { observation_id: `obs-0000000${observation}`, point: { x: 1, y: 1 }, button: 'left' },
  },
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
    run_id: 'r1',
    thread_id: 't1',
    agent: 'operator',
    agent_name: 'Operator',
    model: null,
    state: 'waiting',
    reason: null,
    ended_by: null,
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
    budget: null,
    approval: 'none',
    usage: { steps: 0, input_tokens: 0, output_tokens: 0 },
    started_at: at,
    ended_at: null,
  };
  expect(offeredTools(run, 'desktop')).toEqual(['computer_observe', 'computer_zoom']);
  expect(offeredTools(run, 'lab')).toEqual(['computer_press_keys']);
  expect(offeredTools(run, 'elsewhere')).toEqual([]);
});
