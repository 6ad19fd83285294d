import { describe, expect, it } from 'vitest';
import type { DeviceArea } from '../desktop.ts';
import { decodeMonitors, monitorTargets } from './monitors.ts';
import type { Monitor } from './monitors.ts';

const encode = (monitors: readonly (Monitor & { readonly outputs: number })[]): Uint8Array => {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(monitors.length, 4);
  const entries = monitors.map(({ nameAtom, primary, area, outputs }) => {
    const entry = Buffer.alloc(24 + outputs * 4);
    entry.writeUInt32LE(nameAtom, 0);
    entry.writeUInt8(primary ? 1 : 0, 4);
    entry.writeUInt16LE(outputs, 6);
    entry.writeInt16LE(area.x, 8);
    entry.writeInt16LE(area.y, 10);
    entry.writeUInt16LE(area.width, 12);
    entry.writeUInt16LE(area.height, 14);
    return entry;
  });
  return Buffer.concat([head, ...entries]);
};

const monitor = (nameAtom: number, primary: boolean, area: DeviceArea): Monitor => ({
  nameAtom,
  primary,
  area,
});
const left = monitor(70, false, { x: 0, y: 0, width: 1280, height: 1024 });
const right = monitor(71, true, { x: 1280, y: 0, width: 1920, height: 1080 });
const root = { width: 3200, height: 1080 };
const names = new Map([[71, 'HDMI-1']]);

const areas = (monitors: readonly Monitor[]): DeviceArea[] =>
  monitorTargets({ screenNumber: 0, root, monitors, names }).map(({ area }) => area);

describe('RandR monitors', () => {
  it('are read with any number of outputs each', () => {
    expect(
      decodeMonitors(
        encode([
          { ...left, outputs: 2 },
          { ...right, outputs: 0 },
        ]),
      ),
    ).toEqual([left, right]);
    expect(decodeMonitors(encode([]))).toEqual([]);
  });

  it('become targets with the primary first', () => {
    expect(monitorTargets({ screenNumber: 1, root, monitors: [left, right], names })).toEqual([
      { targetId: 'display-1-71', name: 'HDMI-1', area: right.area, primary: true },
      { targetId: 'display-1-70', name: 'monitor 70', area: left.area, primary: false },
    ]);
  });

  it('count the first as primary when none is', () => {
    const targets = monitorTargets({
      screenNumber: 0,
      root,
      monitors: [left, { ...right, primary: false }],
      names,
    });
    expect(targets.map(({ primary }) => primary)).toEqual([true, false]);
  });

  it('show only what is on the screen', () => {
    const over = monitor(1, true, { x: 3000, y: 1000, width: 800, height: 600 });
    const outside = monitor(2, false, { x: 4000, y: 0, width: 800, height: 600 });
    const before = monitor(3, false, { x: -100, y: -50, width: 800, height: 600 });
    const off = monitor(4, false, { x: 0, y: 0, width: 0, height: 0 });
    expect(areas([over, outside, before, off])).toEqual([
      { x: 3000, y: 1000, width: 200, height: 80 },
      { x: 0, y: 0, width: 700, height: 550 },
    ]);
  });
});
