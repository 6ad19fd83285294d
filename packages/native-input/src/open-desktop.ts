import type { Clock } from './clock.ts';
import { createSystemClock } from './clock.ts';
import type { Desktop, ReadinessCheck } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { HeldPress, PressJournal } from './press-journal.ts';
import { checkX11Readiness, openX11Desktop, releaseLeftoversOnX11 } from './x11/open-x11-desktop.ts';

export type OpenDesktopOptions = {
  /** The environment that names the desktop (`DISPLAY`, `XAUTHORITY`, …); usually that of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** Told of things worth a debug line, such as a key pressed by its position. */
  readonly onNotice?: (message: string) => void;
  /** Learns what is pressed, so that a later {@link releaseLeftovers} can undo it should this process be killed. */
  readonly journal?: PressJournal;
};

export type ReleaseLeftoversOptions = Pick<OpenDesktopOptions, 'environment' | 'signal'> & {
  /** What a journal held when its process ended, in the order of pressing. */
  readonly held: readonly HeldPress[];
};

const noBackend = (): string =>
  `There is no computer use on ${process.platform} yet; this version drives Linux desktops under X11.`;

/** Opens the desktop of this machine. Rejects with a `DesktopError` that says what to do. The caller closes it. */
export const openDesktop = async (options: OpenDesktopOptions): Promise<Desktop> => {
  if (process.platform !== 'linux') throw new DesktopError('unsupported', noBackend());
  return openX11Desktop({ clock: createSystemClock(), onNotice: () => undefined, ...options });
};

/** The same conditions as {@link openDesktop}, each by name. It stops at the first that later ones depend on. */
export const checkReadiness = async (options: OpenDesktopOptions): Promise<readonly ReadinessCheck[]> => {
  if (process.platform !== 'linux') {
    const remedy = 'Run envd on a Linux machine with an X11 session.';
    return [{ name: 'platform', ok: false, detail: noBackend(), remedy }];
  }
  return checkX11Readiness({ clock: createSystemClock(), onNotice: () => undefined, ...options });
};

/**
 * Releases what an earlier process left pressed, as far as it is still down, and nothing else. Resolves with what it
 * released; rejects with a `DesktopError` as {@link openDesktop} does.
 */
export const releaseLeftovers = async ({
  held,
  ...options
}: ReleaseLeftoversOptions): Promise<readonly HeldPress[]> => {
  if (process.platform !== 'linux') throw new DesktopError('unsupported', noBackend());
  return releaseLeftoversOnX11({ clock: createSystemClock(), onNotice: () => undefined, ...options }, held);
};
