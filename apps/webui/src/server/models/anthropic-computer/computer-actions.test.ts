import { describe, expect, it } from 'vitest';
import type { MappedCall } from '../model-adapter.ts';
import { mapAction } from './computer-actions.ts';

const newest = {
  observation_id: 'obs-0000000a',
  alias: 'desktop',
  target_id: 'd0',
  width: 1280,
  height: 800,
};
const subject = { alias: 'desktop', newest, scrollsInSteps: true };
const observation_id = newest.observation_id;
const here = { observation_id, point: { x: 10, y: 20 } };
const coordinate = [10, 20];
const alias = 'desktop';

const messageOf = (mapped: MappedCall) => (mapped.kind === 'invalid' ? mapped.message : mapped);
const press = (...keys: string[]) => ({ tool: 'computer_press_keys', arguments: { alias, keys } });

describe('an action of the computer tool of Anthropic', () => {
  it.each([
    [
      { action: 'left_click', coordinate },
      [{ tool: 'computer_click', arguments: { ...here, button: 'left' } }],
    ],
    [
      { action: 'right_click', coordinate },
      [{ tool: 'computer_click', arguments: { ...here, button: 'right' } }],
    ],
    [
      { action: 'middle_click', coordinate },
      [{ tool: 'computer_click', arguments: { ...here, button: 'middle' } }],
    ],
    [
      { action: 'double_click', coordinate },
      [{ tool: 'computer_click', arguments: { ...here, button: 'left', count: 2 } }],
    ],
    [
      { action: 'triple_click', coordinate },
      [{ tool: 'computer_click', arguments: { ...here, button: 'left', count: 3 } }],
    ],
    [
      { action: 'left_click', coordinate, text: 'ctrl+shift' },
      [{ tool: 'computer_click', arguments: { ...here, button: 'left', modifiers: ['control', 'shift'] } }],
    ],
    [{ action: 'mouse_move', coordinate }, [{ tool: 'computer_move', arguments: here }]],
    [
      { action: 'left_click_drag', start_coordinate: coordinate, coordinate: [30, 40] },
      [
        {
          tool: 'computer_drag',
          arguments: { observation_id, start: { x: 10, y: 20 }, end: { x: 30, y: 40 }, button: 'left' },
        },
      ],
    ],
    [
      { action: 'type', text: 'Hallo\n' },
      [{ tool: 'computer_type_text', arguments: { alias, text: 'Hallo\n' } }],
    ],
    [{ action: 'key', text: 'ctrl+s' }, [press('control', 's')]],
    [{ action: 'key', text: 'Down', repeat: 3 }, [press('down'), press('down'), press('down')]],
    [
      { action: 'hold_key', text: 'Right', duration: 1.5 },
      [{ tool: 'computer_press_keys', arguments: { alias, keys: ['right'], hold_ms: 1500 } }],
    ],
  ])('is ours, followed by a look: %j', (input, calls) => {
    expect(mapAction(input, subject)).toEqual({ kind: 'calls', calls, observeAfter: true });
  });

  it.each([
    ['down', 5, { delta_x: 0, delta_y: 5 }],
    ['up', 1, { delta_x: 0, delta_y: -1 }],
    ['right', 2, { delta_x: 2, delta_y: 0 }],
    ['left', 2, { delta_x: -2, delta_y: 0 }],
  ])('scrolls %s by one of our steps for each of its own', (scroll_direction, scroll_amount, delta) => {
    const input = { action: 'scroll', coordinate, scroll_direction, scroll_amount };
    const calls = (arguments_: object) => [
      { tool: 'computer_scroll', arguments: { ...here, ...arguments_ } },
    ];
    expect(mapAction(input, subject)).toMatchObject({ calls: calls({ ...delta, unit: 'steps' }) });
    const pixels = { delta_x: delta.delta_x * 100, delta_y: delta.delta_y * 100, unit: 'pixels' };
    expect(mapAction(input, { ...subject, scrollsInSteps: false })).toMatchObject({ calls: calls(pixels) });
  });

  it('looks when it asks to look, and does not look twice', () => {
    const observe = {
      kind: 'calls',
      calls: [{ tool: 'computer_observe', arguments: { alias } }],
      observeAfter: false,
    };
    expect(mapAction({ action: 'screenshot' }, subject)).toEqual(observe);
    expect(mapAction({ action: 'cursor_position' }, subject)).toEqual(observe);
    expect(mapAction({ action: 'screenshot' }, { ...subject, newest: undefined })).toEqual(observe);
    expect(mapAction({ action: 'zoom', region: [100, 50, 2000, 150] }, subject)).toEqual({
      kind: 'calls',
      calls: [
        {
          tool: 'computer_zoom',
          arguments: { observation_id, region: { x: 100, y: 50, width: 1180, height: 100 } },
        },
      ],
      observeAfter: false,
    });
  });

  it('waits for as long as it says', () => {
    expect(mapAction({ action: 'wait', duration: 2 }, subject)).toEqual({
      kind: 'wait',
      milliseconds: 2000,
      observeAfter: true,
    });
  });

  it('may name the very edge of the screenshot', () => {
    expect(mapAction({ action: 'left_click', coordinate: [1280, 800] }, subject)).toMatchObject({
      calls: [{ arguments: { point: { x: 1279, y: 799 } } }],
    });
  });

  it.each([
    [{ action: 'left_mouse_down' }, 'left_click_drag'],
    [{ action: 'left_mouse_up' }, 'left_click_drag'],
    [{ action: 'left_click' }, 'This action needs coordinate [x, y].'],
    [{ action: 'left_click', coordinate: [1281, 5] }, '1280 × 800'],
    [{ action: 'left_click', coordinate, text: 'Return' }, 'text may only name'],
    [{ action: 'left_click', coordinate: 'middle' }, 'coordinate'],
    [{ action: 'left_click_drag', coordinate }, 'start_coordinate'],
    [{ action: 'key', text: 'Insert' }, 'There is no key named "Insert"'],
    [{ action: 'key', text: '  ' }, undefined],
    [{ action: 'hold_key', text: 'a', duration: 60 }, '10 seconds at most'],
    [{ action: 'wait', duration: 600 }, '60 seconds at most'],
    [{ action: 'scroll', coordinate, scroll_amount: 2 }, 'scroll_direction'],
    [{ action: 'zoom', region: [1400, 0, 1500, 90] }, 'The region must lie in the screenshot'],
    [{ action: 'type', text: '' }, 'Too small'],
    [{ action: 'dance' }, 'There is no action "dance".'],
    [{}, 'action'],
    ['left_click', 'expected object'],
    [null, 'expected object'],
  ])('that cannot be done says why: %j', (input, words) => {
    const mapped = mapAction(input, subject);
    if (words === undefined) expect(mapped).toMatchObject({ calls: [press('space')] });
    else expect(messageOf(mapped)).toContain(words);
  });

  it('that points needs something to point at', () => {
    const mapped = mapAction({ action: 'left_click', coordinate }, { ...subject, newest: undefined });
    expect(messageOf(mapped)).toContain('Take a screenshot first');
  });
});
