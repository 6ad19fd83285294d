import { describe, expect, it } from 'vitest';
import { layoutDigest } from '../layout-digest.ts';
import { monitorTargets } from './monitors.ts';
import type { Monitor } from './monitors.ts';

const monitor = (number: number, more: Partial<Monitor> = {}): Monitor => ({
  device: `\\\\.\\DISPLAY${number}`,
  primary: false,
  area: { x: 0, y: 0, width: 1920, height: 1080 },
  scalePercent: 100,
  ...more,
});

describe('monitors of Windows', () => {
  it('become targets with the primary first, wherever the others are', () => {
    const above = { x: -2560, y: -1440, width: 2560, height: 1440 };
    expect(monitorTargets([monitor(2, { area: above }), monitor(1, { primary: true })])).toEqual([
      {
        targetId: 'display-1',
        name: 'DISPLAY1',
        area: { x: 0, y: 0, width: 1920, height: 1080 },
        primary: true,
      },
      { targetId: 'display-2', name: 'DISPLAY2', area: above, primary: false },
    ]);
  });

  it('are another layout when only the scale of one changes', () => {
    const [usual, scaled] = [100, 150].map((scalePercent) => monitorTargets([monitor(1, { scalePercent })]));
    expect(scaled?.[0]?.name).toBe('DISPLAY1 at 150 %');
    expect(layoutDigest(scaled ?? [])).not.toBe(layoutDigest(usual ?? []));
  });

  it('leave out what Windows lists while the session is disconnected, and what has no pixels', () => {
    const off = { x: 0, y: 0, width: 0, height: 0 };
    expect(monitorTargets([monitor(1, { device: 'WinDisc' }), monitor(2, { area: off })])).toEqual([]);
  });
});
