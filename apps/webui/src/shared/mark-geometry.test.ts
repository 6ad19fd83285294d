import { describe, expect, it } from 'vitest';
import type { ComputerToolCall } from './computer-tools.ts';
import { markShapes, referenceOf } from './mark-geometry.ts';

const observation = { observation_id: 'obs-00000001' };
const click = (count: number): ComputerToolCall => ({
  tool: 'computer_click',
  arguments: { ...observation, point: { x: 412, y: 230 }, button: 'left', count },
});

describe('marks', () => {
  it('stands on the middle of the clicked pixel', () => {
    expect(markShapes(click(1), 10)).toEqual([
      { kind: 'dot', center: { x: 412.5, y: 230.5 }, radius: 2.2 },
      { kind: 'ring', center: { x: 412.5, y: 230.5 }, radius: 10 },
    ]);
  });

  it('draws a second ring for a double click', () => {
    expect(markShapes(click(2), 10).filter((shape) => shape.kind === 'ring')).toHaveLength(2);
  });

  it('draws a drag as an arrow from its start to its end', () => {
    const drag: ComputerToolCall = {
      tool: 'computer_drag',
      arguments: { ...observation, start: { x: 10, y: 20 }, end: { x: 110, y: 20 }, button: 'left' },
    };
    const stroke = markShapes(drag, 10).find((shape) => shape.kind === 'stroke');
    expect(stroke?.path).toMatch(
      /^M10\.5 20\.5L110\.5 20\.5M101\.\d+ 15\.\d+L110\.5 20\.5L101\.\d+ 25\.\d+$/,
    );
  });

  it('draws a scroll as an arrow that goes where the wheel goes', () => {
    const scroll: ComputerToolCall = {
      tool: 'computer_scroll',
      arguments: { ...observation, point: { x: 50, y: 50 }, delta_x: 0, delta_y: 3 },
    };
    const stroke = markShapes(scroll, 10).find((shape) => shape.kind === 'stroke');
    expect(stroke?.path).toContain('L50.5 80.5');
  });

  it('survives gestures without a direction', () => {
    const still: ComputerToolCall = {
      tool: 'computer_drag',
      arguments: { ...observation, start: { x: 1, y: 1 }, end: { x: 1, y: 1 }, button: 'left' },
    };
    expect(JSON.stringify(markShapes(still, 10))).not.toContain('NaN');
  });

  it('marks nothing for calls without a point', () => {
    const keys: ComputerToolCall = { tool: 'computer_press_keys', arguments: { keys: ['enter'] } };
    expect(markShapes(keys, 10)).toEqual([]);
    expect(referenceOf(keys)).toBeNull();
    expect(referenceOf(click(1))).toBe('obs-00000001');
  });
});
