import { describe, expect, it } from 'vitest';
import { computerToolCallSchema } from '../../shared/computer-tools.ts';
import { currentMode, firstGesture, gestureCall, offeredModes, scrollUnits } from './gesture.ts';

const target = { observationId: 'obs-00000001', start: { x: 1, y: 2 }, end: { x: 3, y: 4 } };

describe('gestures', () => {
  it('makes calls that the server accepts, whatever the mode', () => {
    for (const mode of ['click', 'move', 'drag', 'scroll'] as const) {
      expect(computerToolCallSchema.safeParse(gestureCall(firstGesture, mode, target)).success).toBe(true);
    }
  });

  it('presses at the end of the gesture, once unless asked twice', () => {
    expect(gestureCall(firstGesture, 'click', target).arguments).toEqual({
      observation_id: 'obs-00000001',
      point: { x: 3, y: 4 },
      button: 'left',
    });
    expect(gestureCall({ ...firstGesture, count: '2' }, 'click', target).arguments).toMatchObject({
      count: 2,
    });
  });

  it.each([
    ['down', { delta_x: 0, delta_y: 3 }],
    ['up', { delta_x: 0, delta_y: -3 }],
    ['right', { delta_x: 3, delta_y: 0 }],
    ['left', { delta_x: -3, delta_y: 0 }],
  ] as const)('scrolls %s', (direction, deltas) => {
    expect(gestureCall({ ...firstGesture, direction }, 'scroll', target).arguments).toMatchObject(deltas);
  });

  it('offers only what the run offers, and falls back to what there is', () => {
    expect(offeredModes(['computer_scroll', 'computer_move', 'computer_observe'])).toEqual([
      'move',
      'scroll',
    ]);
    expect(currentMode(firstGesture, ['move', 'scroll'])).toBe('move');
    expect(currentMode(firstGesture, [])).toBeNull();
  });

  it('scrolls in pixels where a desktop names no unit', () => {
    expect(scrollUnits([])).toEqual(['pixels']);
    expect(scrollUnits(['steps'])).toEqual(['steps']);
  });
});
