import { createSystemClock } from './clock.ts';
import { DesktopError } from './desktop-error.ts';
import type { TestWindow, TestWindowOptions } from './test-window.ts';

export type OpenTestWindowOptions = Omit<TestWindowOptions, 'clock'>;

/** Opens the test window on the desktop of this machine. Rejects with a `DesktopError` that says what to do. */
export const openTestWindow = async (options: OpenTestWindowOptions): Promise<TestWindow> => {
  switch (process.platform) {
    case 'linux': {
      const { openX11TestWindow } = await import('./x11/x11-test-window.ts');
      return openX11TestWindow({ clock: createSystemClock(), ...options });
    }
    case 'win32': {
      const { openWindowsTestWindow } = await import('./windows/windows-test-window.ts');
      return openWindowsTestWindow({ clock: createSystemClock(), ...options });
    }
    case 'darwin': {
      const { openMacosTestWindow } = await import('./macos/macos-test-window.ts');
      return openMacosTestWindow({ clock: createSystemClock(), ...options });
    }
    default:
      throw new DesktopError('unsupported', `There is no self-test on ${process.platform}.`);
  }
};
