import { describe, expect, it } from 'vitest';

import { encodeParams, encodeResult } from './encode-value.ts';
import { parseParams, parseResult } from './parse-value.ts';

const context = { operation_id: 'op-1' };
const on = { context, observation_id: 'o-1' };
const point = { x: 1, y: 2 };
const click = { ...on, point, button: 'left' } as const;
const drag = { ...on, start: point, end: point, button: 'left' } as const;
const path = [point, { x: 3, y: 4 }];
const region = { x: 0, y: 0, width: 1, height: 1 };
const scroll = { ...on, point, delta_x: 0, delta_y: 1 };

/** Every addition of 0.100 to params, and the member that an error about it names. */
const additions = [
  ['computer.click', { ...click, modifiers: ['shift'] }, 'modifiers'],
  ['computer.click', { ...click, button: 'back' }, 'button'],
  ['computer.click', { ...click, button: 'forward' }, 'button'],
  ['computer.click', { ...click, count: 3 }, 'count'],
  ['computer.move', { ...on, point, modifiers: ['control'] }, 'modifiers'],
  ['computer.scroll', { ...scroll, modifiers: ['alt', 'meta'] }, 'modifiers'],
  ['computer.drag', { ...drag, modifiers: ['meta'] }, 'modifiers'],
  ['computer.drag', { ...drag, button: 'back' }, 'button'],
  ['computer.drag', { ...drag, button: 'forward' }, 'button'],
  ['computer.drag', { ...on, path, button: 'left' }, 'path'],
  ['computer.press_keys', { context, keys: ['a'], hold_ms: 1 }, 'hold_ms'],
  ['computer.observe', { context, observation_id: 'o-1', region }, 'observation_id'],
  ['computer.observe', { context, format: 'png' }, 'format'],
  ['computer.observe', { context, format: 'webp' }, 'format'],
] as const;

/** Written defaults of additions: 0.1 refuses them all the same, but never has to say them. */
const writtenDefaults = [
  ['computer.click', { ...click, modifiers: [] }, 'modifiers'],
  ['computer.move', { ...on, point, modifiers: [] }, 'modifiers'],
  ['computer.scroll', { ...scroll, modifiers: [] }, 'modifiers'],
  ['computer.drag', { ...drag, modifiers: [] }, 'modifiers'],
  ['computer.press_keys', { context, keys: ['a'], hold_ms: 0 }, 'hold_ms'],
  ['computer.observe', { context, format: 'jpeg' }, 'format'],
] as const;

describe('additions to params', () => {
  it.each([...additions, ...writtenDefaults])('0.100 knows them: %s %j', (method, params) => {
    expect(() => parseParams(method, params, '0.100')).not.toThrow();
  });

  it.each([...additions, ...writtenDefaults])('0.1 refuses them: %s %j', (method, params, field) => {
    const isPath = field === 'path';
    expect(() => parseParams(method, params, '0.1')).toThrow(
      expect.objectContaining({
        errorType: 'invalid_params',
        details: { field: isPath ? 'start' : field },
      }),
    );
  });

  it.each(additions)('0.1 does not say them: %s %j', (method, params, field) => {
    const parsed = parseParams(method, params, '0.100');
    expect(() => encodeParams(method, parsed, '0.1')).toThrow(
      expect.objectContaining({
        errorType: 'unsupported',
        dispatchStage: 'pre_dispatch',
        details: { field },
      }),
    );
  });

  it.each(writtenDefaults)('0.1 leaves their defaults out: %s %j', (method, params, field) => {
    const parsed = parseParams(method, params, '0.100');
    expect(encodeParams(method, parsed, '0.1')).not.toHaveProperty(field);
  });

  it.each([
    ['computer.click', { ...click, count: 4 }, 'count'],
    ['computer.click', { ...click, modifiers: ['shift', 'shift'] }, 'modifiers'],
    ['computer.click', { ...click, modifiers: ['super'] }, 'modifiers.0'],
    ['computer.drag', { ...drag, path }, 'path'],
    ['computer.drag', { ...on, start: point, path, button: 'left' }, 'path'],
    ['computer.drag', { ...on, start: point, button: 'left' }, 'end'],
    ['computer.drag', { ...on, end: point, button: 'left' }, 'start'],
    ['computer.drag', { ...on, button: 'left' }, 'start'],
    ['computer.drag', { ...on, path: [point], button: 'left' }, 'path'],
    ['computer.drag', { ...on, path: Array.from({ length: 65 }, () => point), button: 'left' }, 'path'],
    ['computer.press_keys', { context, keys: ['a'], hold_ms: 10_001 }, 'hold_ms'],
    ['computer.press_keys', { context, keys: ['a'], hold_ms: -1 }, 'hold_ms'],
    ['computer.observe', { context, region }, 'observation_id'],
    ['computer.observe', { context, observation_id: 'o-1' }, 'region'],
    ['computer.observe', { context, observation_id: 'o-1', region, target_id: 't' }, 'target_id'],
    ['computer.observe', { context, observation_id: 'o-1', region: { ...region, width: 0 } }, 'region.width'],
    ['computer.observe', { context, format: 'gif' }, 'format'],
  ] as const)('0.100 has its bounds: %s %j', (method, params, field) => {
    expect(() => parseParams(method, params, '0.100')).toThrow(
      expect.objectContaining({ errorType: 'invalid_params', details: { field } }),
    );
  });
});

describe('additions to the observation', () => {
  const observation = {
    observation_id: 'o-1',
    target_id: 't',
    width: 10,
    height: 10,
    mime_type: 'image/png',
    captured_at: '2026-01-31T12:00:00Z',
  };
  const observed = (more: object) => ({
    observation: { ...observation, ...more },
    reader: 'screen-1',
    size_bytes: 1,
    expires_at: '2026-01-31T12:02:00Z',
  });

  it.each([
    { pointer: { x: -1, y: 9 } },
    { changed: 0 },
    { changed: 1 },
    { changed: 0.1234 },
    { pointer: { x: 0, y: 0 }, changed: 0.5 },
  ])('%j is for 0.100 only', (more) => {
    const result = parseResult('computer.observe', observed(more), '0.100');
    expect(encodeResult('computer.observe', result, '0.100')).toStrictEqual(observed(more));
    expect(encodeResult('computer.observe', result, '0.1')).toStrictEqual(observed({}));
    expect(() => parseResult('computer.observe', observed(more), '0.1')).toThrow(
      expect.objectContaining({ errorType: 'internal_error' }),
    );
  });

  it.each([
    [{ changed: 1.0001 }, 'observation.changed'],
    [{ changed: -0.1 }, 'observation.changed'],
    [{ changed: 0.12345 }, 'observation.changed'],
    [{ pointer: { x: 0.5, y: 0 } }, 'observation.pointer.x'],
    [{ pointer: { x: 0 } }, 'observation.pointer.y'],
  ])('%j is refused', (more, field) => {
    expect(() => parseResult('computer.observe', observed(more), '0.100')).toThrow(
      expect.objectContaining({ errorType: 'internal_error', details: { field } }),
    );
  });
});
