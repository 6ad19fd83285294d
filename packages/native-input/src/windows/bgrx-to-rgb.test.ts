import { describe, expect, it } from 'vitest';
import { bgrxToRgb, isBlack } from './bgrx-to-rgb.ts';

describe('pixels of Windows', () => {
  it('become red, green and blue, whatever their fourth byte', () => {
    const bytes = Uint8Array.of(0x33, 0x22, 0x11, 0x00, 0x01, 0x80, 0xfe, 0xff);
    expect([...bgrxToRgb(new Uint32Array(bytes.buffer))]).toEqual([0x11, 0x22, 0x33, 0xfe, 0x80, 0x01]);
  });

  it('are black when none has a colour', () => {
    expect(isBlack(Uint32Array.of(0xff000000, 0))).toBe(true);
    expect(isBlack(Uint32Array.of(0xff000000, 1))).toBe(false);
    expect(isBlack(Uint32Array.of(0x00010000, 0))).toBe(false);
  });
});
