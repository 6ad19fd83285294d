import { describe, expect, it } from 'vitest';
import { eventTypes } from './bindings/app-kit-event.ts';
import type { WindowEvent } from './bindings/app-kit-event.ts';
import { readWindowEvent } from './read-window-event.ts';

const retina = { x: 2, y: 2 };

const read = (event: Partial<WindowEvent>) =>
  readWindowEvent(
    {
      ...{ type: 0, location: { x: 10.5, y: 20 }, button: 0, clickCount: 1, keyCode: 0, flags: 0 },
      ...{ characters: '', scroll: { x: 0, y: 0, isPrecise: false } },
      ...event,
    },
    retina,
  );

const point = { x: 21, y: 40 };

describe('an event of AppKit in the test window', () => {
  it('is at the pixel that its point begins', () => {
    expect(read({ type: eventTypes.moved })).toEqual([{ kind: 'motion', point }]);
    expect(read({ type: eventTypes.otherDragged, location: { x: 10.4999999999, y: 20.4 } })).toEqual([
      { kind: 'motion', point },
    ]);
    expect(read({ type: eventTypes.leftDragged, location: { x: 10.49, y: 20.5 } })).toEqual([
      { kind: 'motion', point: { x: 20, y: 41 } },
    ]);
  });

  it('is a double click at the second press only', () => {
    const kinds = (clickCount: number) =>
      read({ type: eventTypes.leftDown, clickCount }).map(({ kind }) => kind);
    expect([1, 2, 3].map(kinds)).toEqual([['button_down'], ['button_down', 'double_click'], ['button_down']]);
  });

  it.each([
    [0, 1, ['wheel_up']],
    [0, -3, ['wheel_down', 'wheel_down', 'wheel_down']],
    [0.1, 0, ['wheel_left']],
    [-1, 0, ['wheel_right']],
    [0, 0, []],
  ])('is a step a line, the least included: %d, %d', (x, y, directions) => {
    const steps = read({ type: eventTypes.scroll, scroll: { x, y, isPrecise: false } });
    expect(steps).toEqual(directions.map((direction) => ({ kind: 'wheel', direction, point })));
  });

  it('scrolls by the pixels of what is shown, without a negative zero', () => {
    const scroll = { x: 0, y: 10, isPrecise: true };
    expect(read({ type: eventTypes.scroll, scroll })).toStrictEqual([
      { kind: 'pixel_scroll', deltaX: 0, deltaY: -20, point },
    ]);
  });

  it.each([
    ['its character', 'z', { keyCode: 0x10, characters: 'z' }],
    ['its character under Shift', 'q', { keyCode: 0x0c, characters: 'Q' }],
    ['its place where no key of the wire gives it', 'a', { keyCode: 0x00, characters: 'ф' }],
    ['what is printed on it', 'left', { keyCode: 0x7b, characters: '\uf702' }],
    ['its number where nothing else is known', 'key code 105', { keyCode: 105, characters: '' }],
  ])('names a key by %s', (_how, key, event) => {
    expect(read({ type: eventTypes.keyDown, ...event })).toEqual([{ kind: 'key_down', key }]);
    expect(read({ type: eventTypes.keyUp, ...event })).toEqual([{ kind: 'key_up', key }]);
  });

  it.each([
    ['control', 0x3b, 0x4_0000],
    ['shift', 0x3c, 0x2_0000],
    ['alt', 0x3a, 0x8_0000],
    ['meta', 0x36, 0x10_0000],
  ])('tells by the flags whether %s went down', (key, keyCode, flags) => {
    const others = 0x1f_0000 & ~flags;
    expect(read({ type: eventTypes.flagsChanged, keyCode, flags })).toEqual([{ kind: 'key_down', key }]);
    expect(read({ type: eventTypes.flagsChanged, keyCode, flags: others })).toEqual([
      { kind: 'key_up', key },
    ]);
  });
});
