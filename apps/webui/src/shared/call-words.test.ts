import { describe, expect, it } from 'vitest';
import type { ComputerToolCall, ComputerToolResult } from './computer-tools.ts';
import { describeCall, describeNextStep, describeResult, isActive } from './call-words.ts';

const observation_id = 'obs-00000001';
const point = { x: 412, y: 230 };
const calls: [string, ComputerToolCall][] = [
  ['Observe desktop', { tool: 'computer_observe', arguments: {} }],
  ['Click 412, 230 · left', { tool: 'computer_click', arguments: { observation_id, point, button: 'left' } }],
  [
    'Double-click 412, 230 · left',
    { tool: 'computer_click', arguments: { observation_id, point, button: 'left', count: 2 } },
  ],
  [
    'Triple-click 412, 230 · left · with control+shift',
    {
      tool: 'computer_click',
      arguments: { observation_id, point, button: 'left', count: 3, modifiers: ['control', 'shift'] },
    },
  ],
  [
    'Zoom to 10, 20 · 300 × 200',
    {
      tool: 'computer_zoom',
      arguments: { observation_id, region: { x: 10, y: 20, width: 300, height: 200 } },
    },
  ],
  ['Move to 412, 230', { tool: 'computer_move', arguments: { observation_id, point } }],
  [
    'Drag 412, 230 → 1, 2 · middle',
    {
      tool: 'computer_drag',
      arguments: { observation_id, start: point, end: { x: 1, y: 2 }, button: 'middle' },
    },
  ],
  [
    'Scroll down 3 steps at 412, 230',
    { tool: 'computer_scroll', arguments: { observation_id, point, delta_x: 0, delta_y: 3, unit: 'steps' } },
  ],
  [
    'Scroll up 5, left 7 px at 412, 230',
    { tool: 'computer_scroll', arguments: { observation_id, point, delta_x: -7, delta_y: -5 } },
  ],
  ['Press control+c', { tool: 'computer_press_keys', arguments: { keys: ['control', 'c'] } }],
  ['Press a · held 1.5 s', { tool: 'computer_press_keys', arguments: { keys: ['a'], hold_ms: 1500 } }],
  ['Type 1 character', { tool: 'computer_type_text', arguments: { text: '😀' } }],
];

it.each(calls)('says “%s”', (words, call) => {
  expect(describeCall(call)).toBe(words);
});

describe('results', () => {
  const action = (effect: 'executed' | 'partial' | 'unknown' | 'not_executed', clean = true) =>
    describeResult({
      kind: 'action',
      ok: effect === 'executed' && clean,
      effect,
      input_cleanup_complete: clean,
      receipt: { operation_id: 'op', stage: 'terminal' },
    });

  it('claims no more than that the system accepted the input', () => {
    expect(action('executed').explanation).toContain('The system accepted');
  });

  it('says that an unknown effect was not sent again', () => {
    expect(action('unknown').explanation).toContain('not sent again');
  });

  it('warns of what may still be held down', () => {
    expect(action('executed', false)).toMatchObject({ tone: 'danger', label: 'Executed, not released' });
  });

  it('tells apart what failed from what the person did not allow', () => {
    const error = {
      kind: 'error',
      ok: false,
      message: '',
      dispatch_stage: 'pre_dispatch',
      retry_hint: 'never',
    } as const;
    expect(describeResult({ ...error, code: 'internal' })).toMatchObject({ tone: 'danger', label: 'Error' });
    expect(describeResult({ ...error, code: 'denied_by_person' })).toMatchObject({ tone: 'neutral' });
  });

  it('gives the next step of an error, the specific one first', () => {
    const error: Extract<ComputerToolResult, { kind: 'error' }> = {
      kind: 'error',
      ok: false,
      code: 'conflict',
      message: 'The layout changed.',
      dispatch_stage: 'pre_dispatch',
      retry_hint: 'after_refresh',
    };
    const click: ComputerToolCall = {
      tool: 'computer_click',
      arguments: { observation_id, point, button: 'left' },
    };
    expect(describeNextStep(click, error)).toContain('Observe again');
    expect(describeNextStep(click, { ...error, safe_detail: 'computer_input_held' })).toContain('released');
    expect(describeNextStep(click, { ...error, retry_hint: 'from the future' })).toBeNull();
    expect(describeNextStep({ tool: 'computer_observe', arguments: {} }, error)).toBeNull();
  });
});

it('knows which runs go on', () => {
  expect(
    (['queued', 'running', 'waiting', 'stopped', 'succeeded', 'failed'] as const).filter(isActive),
  ).toEqual(['queued', 'running', 'waiting']);
});
