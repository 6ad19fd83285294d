import { createSystemClock } from '../../clock.ts';
import type { Desktop, ReadinessCheck } from '../../desktop.ts';
import { checkMacosReadiness, openMacosDesktop } from '../../macos/open-macos-desktop.ts';
import { loadMacosPermissions } from '../../macos/permissions.ts';
import type { OpenDesktopOptions } from '../../open-desktop.ts';
import type { OpenTestWindowOptions } from '../../open-test-window.ts';
import type { Permissions } from '../../permissions.ts';
import type { TestWindow } from '../../test-window.ts';
import { openDouble } from './bindings/double.ts';
import type { DoubleDisplay, MacosDouble } from './bindings/double.ts';
import { preparePlayedMacWindow } from './played-mac-window.ts';
import type { PlayedMacWindow } from './played-mac-window.ts';
import { retinaDisplay } from './start-macos-desktop.ts';

/** What this package offers on a Mac, on one that is played by the double. */
export type PlayedMac = {
  readonly double: MacosDouble;
  readonly window: PlayedMacWindow;
  readonly notices: readonly string[];
  openDesktop(options: OpenDesktopOptions): Promise<Desktop>;
  checkReadiness(options: OpenDesktopOptions): Promise<readonly ReadinessCheck[]>;
  openTestWindow(options: OpenTestWindowOptions): Promise<TestWindow>;
  loadPermissions(): Promise<Permissions>;
  /** Objects of this process that were not released. */
  readonly countLeft: () => number;
  close(): void;
};

/** Whoever starts it closes it. */
export const startPlayedMac = (displays: readonly DoubleDisplay[] = [retinaDisplay]): PlayedMac => {
  const double = openDouble();
  double.reset();
  for (const display of displays) double.setDisplay(display);
  const window = preparePlayedMacWindow(double, displays);
  double.begin();
  const aliveBefore = double.countAlive();
  const clock = createSystemClock();
  const notices: string[] = [];
  const parts = { load: double.load, askFresh: () => Promise.resolve(null) };
  const onNotice = (message: string) => void notices.push(message);
  return {
    ...{ double, window, notices },
    openDesktop: ({ signal }) => openMacosDesktop({ signal, clock, onNotice }, parts),
    checkReadiness: ({ signal }) => checkMacosReadiness({ signal, clock, onNotice }, parts),
    openTestWindow: (options) => window.open({ clock, ...options }),
    loadPermissions: () => Promise.resolve(loadMacosPermissions(parts)),
    countLeft: () => double.countAlive() - aliveBefore,
    close: () => window.close(),
  };
};
