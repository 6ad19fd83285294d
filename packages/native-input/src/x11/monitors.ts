import type { DesktopTarget, DeviceArea } from '../desktop.ts';

/** One entry of the reply to RandR GetMonitors. */
export type Monitor = { readonly nameAtom: number; readonly primary: boolean; readonly area: DeviceArea };

const listOffset = 24;
const monitorBytes = 24;

/** `reply` begins at byte 8 of the protocol's reply. */
export const decodeMonitors = (reply: Uint8Array): Monitor[] => {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength);
  const count = view.getUint32(4, true);
  const monitors: Monitor[] = [];
  let at = listOffset;
  while (monitors.length < count) {
    monitors.push({
      nameAtom: view.getUint32(at, true),
      primary: view.getUint8(at + 4) !== 0,
      area: {
        x: view.getInt16(at + 8, true),
        y: view.getInt16(at + 10, true),
        width: view.getUint16(at + 12, true),
        height: view.getUint16(at + 14, true),
      },
    });
    at += monitorBytes + 4 * view.getUint16(at + 6, true);
  }
  return monitors;
};

/** The part of an area on the screen: a monitor can be configured to reach past it, where there are no pixels. */
const onScreen = (
  area: DeviceArea,
  root: { readonly width: number; readonly height: number },
): DeviceArea => {
  const x = Math.max(0, area.x);
  const y = Math.max(0, area.y);
  return {
    x,
    y,
    width: Math.min(area.x + area.width, root.width) - x,
    height: Math.min(area.y + area.height, root.height) - y,
  };
};

export type Screen = {
  readonly screenNumber: number;
  readonly root: { readonly width: number; readonly height: number };
  readonly monitors: readonly Monitor[];
  readonly names: ReadonlyMap<number, string>;
};

/** Monitors as targets, the primary first; where none is primary the first listed one counts as it. */
export const monitorTargets = ({ screenNumber, root, monitors, names }: Screen): DesktopTarget[] => {
  const visible = monitors
    .map((monitor) => ({ ...monitor, area: onScreen(monitor.area, root) }))
    .filter(({ area }) => area.width > 0 && area.height > 0);
  const primary = visible.find((monitor) => monitor.primary) ?? visible[0];
  const ordered = primary ? [primary, ...visible.filter((monitor) => monitor !== primary)] : [];
  return ordered.map((monitor) => ({
    targetId: `display-${screenNumber}-${monitor.nameAtom}`,
    name: names.get(monitor.nameAtom) ?? `monitor ${monitor.nameAtom}`,
    area: monitor.area,
    primary: monitor === primary,
  }));
};
