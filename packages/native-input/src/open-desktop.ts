import type { Clock } from './clock.ts';
import { createSystemClock } from './clock.ts';
import type { Desktop, ReadinessCheck } from './desktop.ts';
import { DesktopError } from './desktop-error.ts';
import type { HeldPress, PressJournal } from './press-journal.ts';

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

type WithDefaults = OpenDesktopOptions & Required<Pick<OpenDesktopOptions, 'clock' | 'onNotice'>>;

type Backend = {
  open(options: WithDefaults): Promise<Desktop>;
  checkReadiness(options: WithDefaults): Promise<readonly ReadinessCheck[]>;
  releaseLeftovers(options: WithDefaults, held: readonly HeldPress[]): Promise<readonly HeldPress[]>;
};

const withDefaults = (options: OpenDesktopOptions): WithDefaults => ({
  clock: createSystemClock(),
  onNotice: () => undefined,
  ...options,
});

/** Only the backend of this platform is loaded, with the libraries it needs. */
const loadBackend = async (): Promise<Backend | undefined> => {
  switch (process.platform) {
    case 'linux': {
      const x11 = await import('./x11/open-x11-desktop.ts');
      return {
        open: x11.openX11Desktop,
        checkReadiness: x11.checkX11Readiness,
        releaseLeftovers: x11.releaseLeftoversOnX11,
      };
    }
    case 'win32': {
      const windows = await import('./windows/open-windows-desktop.ts');
      return {
        open: windows.openWindowsDesktop,
        checkReadiness: windows.checkWindowsReadiness,
        releaseLeftovers: windows.releaseLeftoversOnWindows,
      };
    }
    case 'darwin': {
      const macos = await import('./macos/open-macos-desktop.ts');
      return {
        open: (options) => macos.openMacosDesktop(options),
        checkReadiness: (options) => macos.checkMacosReadiness(options),
        releaseLeftovers: (options, held) => macos.releaseLeftoversOnMacos(options, held),
      };
    }
    default:
      return undefined;
  }
};

const noBackend = (): string =>
  `There is no computer use on ${process.platform} yet; this version drives Windows, macOS, and Linux desktops under X11.`;

const requireBackend = async (): Promise<Backend> => {
  const backend = await loadBackend();
  if (!backend) throw new DesktopError('unsupported', noBackend());
  return backend;
};

/** Opens the desktop of this machine. Rejects with a `DesktopError` that says what to do. The caller closes it. */
export const openDesktop = async (options: OpenDesktopOptions): Promise<Desktop> =>
  (await requireBackend()).open(withDefaults(options));

/** The same conditions as {@link openDesktop}, each by name. It stops at the first that later ones depend on. */
export const checkReadiness = async (options: OpenDesktopOptions): Promise<readonly ReadinessCheck[]> => {
  const backend = await loadBackend();
  if (backend) return backend.checkReadiness(withDefaults(options));
  const remedy = 'Run envd on Windows or macOS, or on a Linux machine with an X11 session.';
  return [{ name: 'platform', ok: false, detail: noBackend(), remedy }];
};

/**
 * Releases what an earlier process left pressed, as far as it is still down, and nothing else. Resolves with what it
 * released; rejects with a `DesktopError` as {@link openDesktop} does.
 */
export const releaseLeftovers = async ({
  held,
  ...options
}: ReleaseLeftoversOptions): Promise<readonly HeldPress[]> =>
  (await requireBackend()).releaseLeftovers(withDefaults(options), held);
