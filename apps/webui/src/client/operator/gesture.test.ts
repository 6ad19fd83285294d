import { describe, expect, it } from 'vitest';
import { computerToolCallSchema } from '../../shared/computer-tools.ts';
import {
  currentMode,
  firstGesture,
  gestureCall,
  heldModifiers,
  isRegion,
  offeredModes,
  regionBetween,
  scrollUnits,
  takesAdditions,
  withoutAdditions,
} from './gesture.ts';

const target = { observationId: 'obs-00000001', start: { x: 1, y: 2 }, end: { x: 3, y: 4 } };

describe('gestures', () => {
  it('makes calls that the server accepts, whatever the mode', () => {
    for (const mode of ['click', 'move', 'drag', 'scroll', 'zoom'] as const) {
      expect(computerToolCallSchema.safeParse(gestureCall(firstGesture, mode, target)).success).toBe(true);
      const held = { ...firstGesture, modifiers: ['control', 'shift'] as const };
      expect(computerToolCallSchema.safeParse(gestureCall(held, mode, target)).success).toBe(true);
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

  it('holds the modifiers with the gesture, and none with a closer look', () => {
    const held = { ...firstGesture, modifiers: ['shift'] as const };
    expect(gestureCall(held, 'click', target).arguments).toMatchObject({ modifiers: ['shift'] });
    expect(gestureCall(held, 'zoom', target).arguments).toEqual({
      observation_id: 'obs-00000001',
      region: { x: 1, y: 2, width: 3, height: 3 },
    });
    expect(heldModifiers({ ctrlKey: true, shiftKey: false, altKey: false, metaKey: true })).toEqual([
      'control',
      'meta',
    ]);
  });

  it('leaves out of a gesture what the device does not take', () => {
    expect(takesAdditions(['computer_click', 'computer_zoom'])).toBe(true);
    expect(takesAdditions(['computer_click'])).toBe(false);
    expect(
      withoutAdditions({ ...firstGesture, button: 'back', count: '3', modifiers: ['alt'] }),
    ).toMatchObject({ button: 'left', count: '2', modifiers: [] });
  });

  it('takes a rectangle from any corner, but no slip', () => {
    const region = regionBetween({ x: 30, y: 5 }, { x: 10, y: 25 });
    expect(region).toEqual({ x: 10, y: 5, width: 21, height: 21 });
    expect(isRegion(region)).toBe(true);
    expect(isRegion(regionBetween({ x: 3, y: 3 }, { x: 4, y: 90 }))).toBe(false);
  });

  it('scrolls in pixels where a desktop names no unit', () => {
    expect(scrollUnits([])).toEqual(['pixels']);
    expect(scrollUnits(['steps'])).toEqual(['steps']);
  });
});
