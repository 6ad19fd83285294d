import { describe, expect, it } from 'vitest';
import { createFakeWindowsSystem } from '../testing/fake-windows-system.ts';
import { findPressPlace } from './press-place.ts';

const displayOf = async (display: string) =>
  (await findPressPlace({ environment: { DISPLAY: display }, windows: null })).display;

describe('the place of a press', () => {
  it('is the display: its screens share the keyboard', async () => {
    expect(await displayOf(':1.0')).toBe(await displayOf(':1'));
    expect(await displayOf('host:1.1')).toBe('host:1');
    expect(await displayOf(':11')).not.toBe(await displayOf(':1'));
  });

  it('is the session and the boot on Windows, whatever DISPLAY says', async () => {
    const windows = createFakeWindowsSystem({ session: () => 3, bootId: () => '134405419986618130' });
    expect(await findPressPlace({ environment: { DISPLAY: ':9' }, windows })).toEqual({
      display: 'session 3',
      bootId: '134405419986618130',
    });
  });
});
