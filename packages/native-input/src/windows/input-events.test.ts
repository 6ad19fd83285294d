import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buttonCode, moveEvent, pressEvents, textEvents } from './input-events.ts';

const whole = { x: -1920, y: -200, width: 5760, height: 2360 };

/** What Windows makes of an absolute move. */
const mappedBack = (at: number, start: number, size: number): number =>
  start + Math.floor((at * size) / 65_536);

describe('events for SendInput', () => {
  it('meets the very pixel on desktops of every size and origin', () => {
    const size = fc.integer({ min: 1, max: 32_767 });
    const origin = fc.integer({ min: -20_000, max: 20_000 });
    fc.assert(
      fc.property(size, origin, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (width, x, part) => {
        const at = x + Math.floor(part * width);
        const event = moveEvent({ x: at, y: 0 }, { x, y: 0, width, height: 1 });
        expect(mappedBack(event.x, x, width)).toBe(at);
      }),
    );
  });

  it('moves over all monitors, from the left-most on', () => {
    const flags = 0x0001 | 0x2000 | 0x4000 | 0x8000;
    expect(moveEvent({ x: -1920, y: -200 }, whole)).toEqual({ kind: 'mouse', x: 5, y: 13, data: 0, flags });
  });

  it('presses the right button where the person has it act as the left one', () => {
    const pressed = (areSwapped: boolean) =>
      (['left', 'right', 'middle'] as const).map((button) =>
        pressEvents({ kind: 'button', code: buttonCode(button, areSwapped) }, 'press'),
      );
    const [left, right, middle] = [0x02, 0x08, 0x20].map((flags) => [
      { kind: 'mouse', x: 0, y: 0, data: 0, flags },
    ]);
    expect(pressed(false)).toEqual([left, right, middle]);
    expect(pressed(true)).toEqual([right, left, middle]);
  });

  it('tells the X buttons apart by their data', () => {
    const events = (['back', 'forward'] as const).flatMap((button) =>
      (['press', 'release'] as const).flatMap((action) =>
        pressEvents({ kind: 'button', code: buttonCode(button, false) }, action),
      ),
    );
    expect(events.map((event) => event.kind === 'mouse' && [event.flags, event.data])).toEqual([
      [0x80, 1],
      [0x100, 1],
      [0x80, 2],
      [0x100, 2],
    ]);
  });

  it('turns a wheel by 120 a step, and sends nothing for its release', () => {
    const events = (['wheel_up', 'wheel_down', 'wheel_left', 'wheel_right'] as const).flatMap((wheel) => {
      const press = { kind: 'button', code: buttonCode(wheel, false) } as const;
      expect(pressEvents(press, 'release')).toEqual([]);
      return pressEvents(press, 'press');
    });
    expect(events.map((event) => event.kind === 'mouse' && [event.flags, event.data])).toEqual([
      [0x800, 120],
      [0x800, -120],
      [0x1000, -120],
      [0x1000, 120],
    ]);
  });

  it('gives a grey key its virtual key, its scan code and the extended flag', () => {
    const home = { kind: 'key', code: (0x24 << 16) | 0x147 } as const;
    const key = { kind: 'key', virtualKey: 0x24, scanCode: 0x47 };
    expect(pressEvents(home, 'press')).toEqual([{ ...key, flags: 0x9 }]);
    expect(pressEvents(home, 'release')).toEqual([{ ...key, flags: 0xb }]);
  });

  it('types text as UTF-16 units, each pressed and released', () => {
    const events = textEvents('a😀').map((event) => event.kind === 'key' && [event.scanCode, event.flags]);
    expect(events).toEqual([
      [0x61, 4],
      [0x61, 6],
      [0xd83d, 4],
      [0xd83d, 6],
      [0xde00, 4],
      [0xde00, 6],
    ]);
  });
});
