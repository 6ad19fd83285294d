import { createCamera } from '../camera.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, DesktopCapabilities, ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { createGestureRunner } from '../gesture.ts';
import { createKeyboard } from '../keyboard-gestures.ts';
import { createPointer } from '../pointer-gestures.ts';
import type { HeldPress, PressJournal } from '../press-journal.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { loadDisplay } from './bindings/display.ts';
import type { Display } from './bindings/display.ts';
import { loadDpi } from './bindings/dpi.ts';
import { loadSession } from './bindings/session.ts';
import type { Session } from './bindings/session.ts';
import { makeDpiAware } from './dpi-awareness.ts';
import { createLayoutWatch } from './layout-watch.ts';
import { monitorTargets } from './monitors.ts';
import { releaseWindowsLeftovers } from './release-leftovers.ts';
import { startScreenReader } from './screen-reader.ts';
import type { ThreadedScreenReader } from './screen-reader.ts';
import { checkSession, requireInteractive } from './session-readiness.ts';
import { createWindowsInputPort } from './windows-input-port.ts';

export type WindowsOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
  readonly journal?: PressJournal;
};

const capabilities: DesktopCapabilities = { scrollUnits: ['steps'], textInput: true };

const checkMonitors = (display: Display): ReadinessCheck => {
  const targets = monitorTargets(display.listMonitors());
  const names = targets.map(({ name, area }) => `${name} ${area.width}x${area.height}`);
  if (names.length > 0) return { name: 'monitors', ok: true, detail: names.join(', ') };
  const remedy = 'Connect or enable a monitor, in Settings, System, Display.';
  return { name: 'monitors', ok: false, detail: 'No monitor is connected.', remedy };
};

type Opened = {
  readonly options: WindowsOptions;
  readonly session: Session;
  readonly display: Display;
  readonly reader: ThreadedScreenReader;
  readonly dpi: ReadinessCheck;
};

const createWindowsDesktop = ({ options, session, display, reader, dpi }: Opened): Desktop => {
  const { clock, onNotice, journal } = options;
  const layout = createLayoutWatch({ display, session, reader });
  const pointerAt = async () => Promise.resolve(display.pointerAt());
  const camera = createCamera({ layout, reader, pointerAt, clock });
  const port = createWindowsInputPort({ layout, onNotice });
  const gestures = createGestureRunner({ port, clock, onNotice, journal });
  return {
    capabilities,
    pointer: createPointer(port, gestures, capabilities),
    keyboard: createKeyboard(port, gestures),
    describe: async (signal) => {
      throwIfCancelled(signal);
      return layout.read();
    },
    capture: (request, signal) => camera.capture(request, signal),
    readiness: async (signal) => {
      throwIfCancelled(signal);
      reader.requireAlive();
      return Promise.resolve([...checkSession(session.readFacts()), dpi, checkMonitors(display)]);
    },
    onLayoutChange: (listener) => layout.onChange(listener),
    onLost: (listener) => reader.onLost(listener),
    close: async () => {
      await gestures.close();
      await reader.close();
    },
  };
};

const requirePhysicalPixels = ({ ok, detail, remedy }: ReadinessCheck): void => {
  if (!ok) throw new DesktopError('unsupported', [detail, remedy].filter(Boolean).join(' '));
};

/** Opens the desktop of the session that this process runs in. */
export const openWindowsDesktop = async (options: WindowsOptions): Promise<Desktop> => {
  const session = loadSession();
  requireInteractive(() => session.readFacts());
  const dpi = makeDpiAware(loadDpi());
  requirePhysicalPixels(dpi);
  const reader = await startScreenReader({ signal: options.signal });
  try {
    throwIfCancelled(options.signal);
    return createWindowsDesktop({ options, session, display: loadDisplay(), reader, dpi });
  } catch (error) {
    await reader.close();
    throw error;
  }
};

/** Releases what is still down of an earlier process's presses. */
export const releaseLeftoversOnWindows = async (
  { signal }: WindowsOptions,
  held: readonly HeldPress[],
): Promise<readonly HeldPress[]> => {
  throwIfCancelled(signal);
  const session = loadSession();
  requireInteractive(() => session.readFacts());
  return Promise.resolve(releaseWindowsLeftovers(held));
};

/** Every condition of {@link openWindowsDesktop} by name; monitors only where the session shows any. */
export const checkWindowsReadiness = async ({
  signal,
}: WindowsOptions): Promise<readonly ReadinessCheck[]> => {
  throwIfCancelled(signal);
  const checks = checkSession(loadSession().readFacts());
  const dpi = makeDpiAware(loadDpi());
  if (checks.some(({ ok }) => !ok)) return [...checks, dpi];
  return Promise.resolve([...checks, dpi, checkMonitors(loadDisplay())]);
};
