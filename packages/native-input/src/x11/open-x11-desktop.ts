import type { Clock } from '../clock.ts';
import type { Desktop, ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';

export type X11Options = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
};

export const openX11Desktop = (options: X11Options): Promise<Desktop> =>
  Promise.reject(
    new DesktopError('desktop_unavailable', `No X server at ${options.environment['DISPLAY'] ?? ''}.`),
  );

export const checkX11Readiness = (options: X11Options): Promise<readonly ReadinessCheck[]> =>
  Promise.resolve([{ name: 'display', ok: false, detail: options.environment['DISPLAY'] ?? 'unset' }]);
