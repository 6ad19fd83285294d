import { describe, expect, it } from 'vitest';

import { parseParams, parseResult } from './parse-value.ts';

const context = { operation_id: 'op-1' };
const click = { context, observation_id: 'o-1', point: { x: 0, y: 0 }, button: 'left' };
const drag = { context, observation_id: 'o-1', start: { x: 1, y: 2 }, end: { x: 3, y: 4 }, button: 'left' };
const scroll = { context, observation_id: 'o-1', point: { x: 1, y: 2 }, delta_x: 0, delta_y: 0 };
const list = { expected_device_id: 'd', expected_generation: 1, path: '/', limit: 1 };
const open = { expected_device_id: 'd', expected_generation: 1, protocol_version: '0.1' };

describe('parseParams', () => {
  it('applies defaults', () => {
    expect(parseParams('computer.click', click, '0.1').count).toBe(1);
    expect(parseParams('computer.drag', drag, '0.1').duration_ms).toBe(500);
    expect(parseParams('computer.observe', { context }, '0.1').max_dimension).toBe(1280);
    expect(parseParams('directory.list', list, '0.1').offset).toBe(0);
    expect(parseParams('session.open', open, '0.1').required_methods).toStrictEqual([]);
  });

  it.each([
    ['computer.click', { ...click, count: 2 }],
    ['computer.click', { ...click, point: { x: 0xffff_ffff, y: 0 } }],
    ['computer.drag', { ...drag, duration_ms: 100 }],
    ['computer.drag', { ...drag, duration_ms: 3000 }],
    ['computer.observe', { context, max_dimension: 256 }],
    ['computer.observe', { context, max_dimension: 2048, target_id: 't' }],
    ['computer.scroll', { ...scroll, delta_x: -10_000, delta_y: 10_000 }],
    ['computer.scroll', { ...scroll, delta_y: 100, unit: 'steps' }],
    ['computer.type_text', { context, text: '€'.repeat(5461) }],
    [
      'computer.press_keys',
      { context, keys: ['control', 'shift', 'alt', 'meta', 'a', '`', 'f12', 'page_up'] },
    ],
    ['operation.cancel', { context: { operation_id: 'op-2', timeout_ms: 1 }, target_operation_id: 'op-1' }],
  ] as const)('accepts the bounds of %s: %j', (method, params) => {
    expect(() => parseParams(method, params, '0.1')).not.toThrow();
  });

  it.each([
    ['computer.click', { ...click, count: 3 }, 'count'],
    ['computer.click', { ...click, count: 1.5 }, 'count'],
    ['computer.click', { ...click, button: undefined }, 'button'],
    ['computer.click', { ...click, button: 'back' }, 'button'],
    ['computer.click', { ...click, point: { x: -1, y: 0 } }, 'point.x'],
    ['computer.click', { ...click, point: { x: 0, y: '0' } }, 'point.y'],
    ['computer.click', { ...click, point: { x: 0, y: 0, z: 0 } }, 'point.z'],
    ['computer.click', { ...click, modifiers: ['shift'] }, 'modifiers'],
    ['computer.click', { ...click, context: {} }, 'context.operation_id'],
    ['computer.click', { ...click, context: { operation_id: 'a', timeout_ms: 0 } }, 'context.timeout_ms'],
    ['computer.click', { ...click, observation_id: '' }, 'observation_id'],
    ['computer.drag', { ...drag, duration_ms: 99 }, 'duration_ms'],
    ['computer.drag', { ...drag, duration_ms: 3001 }, 'duration_ms'],
    ['computer.drag', { ...drag, button: undefined }, 'button'],
    ['computer.observe', { context, max_dimension: 255 }, 'max_dimension'],
    ['computer.observe', { context, max_dimension: 2049 }, 'max_dimension'],
    ['computer.scroll', { ...scroll, delta_x: 10_001 }, 'delta_x'],
    ['computer.scroll', { ...scroll, delta_y: -101, unit: 'steps' }, 'delta_y'],
    ['computer.scroll', { ...scroll, delta_y: undefined }, 'delta_y'],
    ['computer.scroll', { ...scroll, unit: 'lines' }, 'unit'],
    ['computer.type_text', { context, text: '' }, 'text'],
    ['computer.type_text', { context, text: '€'.repeat(5462) }, 'text'],
    ['computer.type_text', { context, text: 'a\ud800' }, 'text'],
    ['computer.press_keys', { context }, 'keys'],
    ['computer.press_keys', { context, keys: [] }, 'keys'],
    ['computer.press_keys', { context, keys: Array.from({ length: 9 }, () => 'a') }, 'keys'],
    ['computer.press_keys', { context, keys: ['control', 'A'] }, 'keys.1'],
    ['directory.list', { ...list, limit: 0 }, 'limit'],
    ['directory.list', { ...list, path: '/a/' }, 'path'],
    ['session.open', { ...open, working_directory: 'here' }, 'working_directory'],
    ['session.keepalive', { context }, 'context'],
    [
      'initialize',
      { supported_protocol_versions: [], client: { name: 'a', version: '1' } },
      'supported_protocol_versions',
    ],
  ] as const)('refuses %s %j by its field', (method, params, field) => {
    expect(() => parseParams(method, params, '0.1')).toThrow(
      expect.objectContaining({
        errorType: 'invalid_params',
        dispatchStage: 'pre_dispatch',
        details: { field },
      }),
    );
  });

  it('does not repeat what a person typed', () => {
    expect(() => parseParams('computer.type_text', { context, text: 'hunter2\ud800' }, '0.1')).toThrow(
      /^(?!.*hunter2).*well-formed Unicode/,
    );
  });
});

describe('parseResult', () => {
  it('refuses unknown members of a result as the fault of the peer', () => {
    expect(parseResult('session.keepalive', { alive: true }, '0.1')).toStrictEqual({ alive: true });
    for (const result of [{ alive: true, x: 1 }, { alive: false }, {}]) {
      expect(() => parseResult('session.keepalive', result, '0.1')).toThrow(
        expect.objectContaining({ errorType: 'internal_error', dispatchStage: 'unknown' }),
      );
    }
  });
});
