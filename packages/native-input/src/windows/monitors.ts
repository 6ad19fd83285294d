import type { DesktopTarget, DeviceArea } from '../desktop.ts';

/** One monitor as Windows lists it; `device` is like `\\.\DISPLAY1`. */
export type Monitor = {
  readonly device: string;
  readonly primary: boolean;
  /** In physical pixels; left of or above the primary it is negative. */
  readonly area: DeviceArea;
  readonly scalePercent: number;
};

/** What Windows lists in place of monitors while the session is disconnected has another name. */
const deviceName = /^\\\\\.\\DISPLAY(\d+)$/;

/** The scale is a part of the name, so that a change of it is a change of the layout. */
const nameOf = (number: string, { scalePercent }: Monitor): string =>
  scalePercent === 100 ? `DISPLAY${number}` : `DISPLAY${number} at ${scalePercent} %`;

/** Monitors as targets, the primary first. */
export const monitorTargets = (monitors: readonly Monitor[]): DesktopTarget[] => {
  const targets = monitors.flatMap((monitor): DesktopTarget[] => {
    const number = deviceName.exec(monitor.device)?.[1];
    const { area, primary } = monitor;
    if (number === undefined || area.width <= 0 || area.height <= 0) return [];
    return [{ targetId: `display-${number}`, name: nameOf(number, monitor), area, primary }];
  });
  return [...targets.filter(({ primary }) => primary), ...targets.filter(({ primary }) => !primary)];
};
