import type { ReadinessCheck } from '../desktop.ts';
import { parseDisplayName } from './display-name.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const waylandSigns = (environment: Environment): string[] => [
  ...(environment['WAYLAND_DISPLAY'] ? [`WAYLAND_DISPLAY=${environment['WAYLAND_DISPLAY']}`] : []),
  ...(environment['XDG_SESSION_TYPE'] === 'wayland' ? ['XDG_SESSION_TYPE=wayland'] : []),
];

/**
 * Under Wayland an X display shows only X applications: captures would miss the rest of the screen and clicks would
 * land where nothing is seen, so it is refused even though DISPLAY is set.
 */
export const checkSessionType = (environment: Environment): ReadinessCheck => {
  const signs = waylandSigns(environment);
  if (signs.length === 0) return { name: 'session', ok: true, detail: 'not started from a Wayland session' };
  return {
    name: 'session',
    ok: false,
    detail: `Started from a Wayland session (${signs.join(', ')}); computer use needs an X11 session.`,
    remedy:
      'Choose the Xorg session at the login screen. For a nested server such as Xvfb, start with WAYLAND_DISPLAY unset ' +
      'and XDG_SESSION_TYPE=x11.',
  };
};

const displayRemedy =
  'Start from a terminal on the desktop, or set DISPLAY to its display, for example DISPLAY=:0.';

export const checkDisplayVariable = ({ DISPLAY }: Environment): ReadinessCheck => {
  const name = 'display';
  if (!DISPLAY) {
    return {
      name,
      ok: false,
      detail: 'DISPLAY is not set, so there is no X display to use.',
      remedy: displayRemedy,
    };
  }
  if (!parseDisplayName(DISPLAY)) {
    return { name, ok: false, detail: `DISPLAY=${DISPLAY} names no X display.`, remedy: displayRemedy };
  }
  return { name, ok: true, detail: `DISPLAY=${DISPLAY}` };
};
