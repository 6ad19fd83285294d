import { describe, expect, it } from 'vitest';
import { fromPressCode } from './press-code.ts';
import { resolveModifierKeys } from './resolve-modifiers.ts';
import type { LayoutSwitches } from './resolve-modifiers.ts';

const [us, usInternational, german] = [0x0409_0409, 0xf001_0409, 0x0407_0407];
const unavailable: unknown = expect.objectContaining({ code: 'modifier_unavailable' });

const setUp = (given: Partial<LayoutSwitches>) => {
  const switches = { installed: [us], languageHotkey: undefined, layoutHotkey: undefined, ...given };
  return (...modifiers: Parameters<typeof resolveModifierKeys>[1]) =>
    resolveModifierKeys(switches, modifiers).map(({ code }) => fromPressCode(code).scanCode);
};

describe('resolving the modifiers of a gesture on Windows', () => {
  it('takes the left keys, in the order that is given', () => {
    const resolve = setUp({});
    expect(resolve('control', 'alt', 'shift', 'meta')).toEqual([0x1d, 0x38, 0x2a, 0x15b]);
    expect(resolve('shift', 'alt')).toEqual([0x2a, 0x38]);
    expect(resolve()).toEqual([]);
  });

  it('refuses Alt with Shift where they switch the language, and takes each alone', () => {
    const resolve = setUp({ installed: [us, german] });
    expect(() => resolve('shift', 'control', 'alt')).toThrow(unavailable);
    expect(resolve('alt', 'control')).toEqual([0x38, 0x1d]);
    expect(resolve('control', 'shift')).toEqual([0x1d, 0x2a]);
  });

  it('refuses Control with Shift where they switch between layouts of one language', () => {
    const resolve = setUp({ installed: [us, usInternational] });
    expect(() => resolve('control', 'shift')).toThrow(unavailable);
    expect(resolve('alt', 'shift')).toEqual([0x38, 0x2a]);
  });

  it('follows the keys that the person has chosen', () => {
    const chosen = setUp({ installed: [us, german], languageHotkey: '2' });
    expect(() => chosen('control', 'shift')).toThrow(unavailable);
    expect(chosen('alt', 'shift')).toEqual([0x38, 0x2a]);
    const none = setUp({
      installed: [us, usInternational, german],
      languageHotkey: '3',
      layoutHotkey: '3',
    });
    expect(none('control', 'alt', 'shift')).toEqual([0x1d, 0x38, 0x2a]);
  });
});
