import { describe, expect, it } from 'vitest';
import { readWindowMessage } from './read-window-message.ts';

const inside = { x: -1000, y: 40 };
const read = (message: number, ...[wParam, lParam, position = 0]: readonly [number, number, number?]) =>
  readWindowMessage({ message, wParam, lParam, position }, inside);

describe('messages of a window', () => {
  it('places motion and buttons on the desktop, left of the first monitor too', () => {
    expect(read(0x200, 0, (7 << 16) | 5)).toEqual([{ kind: 'motion', point: { x: -995, y: 47 } }]);
    expect(read(0x204, 2, 0xffff_fffd)).toEqual([
      { kind: 'button_down', button: 'right', point: { x: -1003, y: 39 } },
    ]);
  });

  it('has a press in every double click', () => {
    const point = { x: -1000, y: 40 };
    expect(read(0x20d, 2 << 16, 0)).toEqual([
      { kind: 'button_down', button: 'forward', point },
      { kind: 'double_click', button: 'forward', point },
    ]);
  });

  it('counts the steps of both wheels, whose places are on the desktop', () => {
    const point = { x: -10, y: 20 };
    const place = ((20 << 16) | 0xfff6) >>> 0;
    expect(read(0x20a, (-240 << 16) >>> 0, 0, place)).toEqual([
      { kind: 'wheel', direction: 'wheel_down', point },
      { kind: 'wheel', direction: 'wheel_down', point },
    ]);
    expect(read(0x20e, 120 << 16, 0, place)).toEqual([{ kind: 'wheel', direction: 'wheel_right', point }]);
  });

  it('tells a grey key from the numeric pad', () => {
    expect(read(0x100, 0x25, 0x014b0001)).toEqual([{ kind: 'key_down', key: 'left' }]);
    expect(read(0x100, 0x25, 0x004b0001)).toEqual([{ kind: 'key_down', key: 'left of the numeric pad' }]);
    expect(read(0x105, 0x41, 0xc01e0001)).toEqual([{ kind: 'key_up', key: 'a' }]);
    expect(read(0x101, 0xe7, 0)).toEqual([{ kind: 'key_up', key: 'virtual key 231' }]);
  });

  it('has nothing of what is no input', () => {
    expect(read(0x0f, 0, 0)).toEqual([]);
  });
});
