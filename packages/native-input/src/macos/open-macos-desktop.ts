import { isMainThread } from 'node:worker_threads';
import { createCamera } from '../camera.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, DesktopCapabilities, ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { createGestureRunner } from '../gesture.ts';
import { createKeyboard } from '../keyboard-gestures.ts';
import type { Permissions } from '../permissions.ts';
import { createPointer } from '../pointer-gestures.ts';
import type { HeldPress, PressJournal } from '../press-journal.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { loadCapture } from './bindings/capture.ts';
import { loadDisplays } from './bindings/displays.ts';
import type { Displays } from './bindings/displays.ts';
import { loadEventPoster } from './bindings/events.ts';
import { loadInputState } from './bindings/input-state.ts';
import { loadKeyboard } from './bindings/keyboard-layout.ts';
import { loadFramework } from './bindings/load-library.ts';
import type { LoadFramework } from './bindings/load-library.ts';
import { loadSecureInput } from './bindings/secure-input.ts';
import { loadSession } from './bindings/session.ts';
import type { Session } from './bindings/session.ts';
import type { EventParts } from './event-sender.ts';
import { createLayoutWatch } from './layout-watch.ts';
import { createMacosInputPort } from './macos-input-port.ts';
import { placeDisplays, toDevicePoint } from './monitors.ts';
import { loadMacosPermissions } from './permissions.ts';
import type { MacosPermissionsParts } from './permissions.ts';
import { releaseMacosLeftovers } from './release-leftovers.ts';
import { createScreenReader } from './screen-reader.ts';
import { checkSession, requireInteractive } from './session-readiness.ts';

export type MacosOptions = {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
  readonly journal?: PressJournal;
};

const capabilities: DesktopCapabilities = { scrollUnits: ['pixels', 'steps'], textInput: true };

const checkMonitors = (displays: Displays): ReadinessCheck => {
  const placed = placeDisplays(displays.list());
  const names = placed.map(({ target: { name, area } }) => `${name}: ${area.width}x${area.height} pixels`);
  if (names.length > 0) return { name: 'monitors', ok: true, detail: names.join('; ') };
  const remedy = 'Connect a display or open the lid; a Mac without any may need a dummy plug.';
  return { name: 'monitors', ok: false, detail: 'No display is connected.', remedy };
};

type Opened = {
  readonly options: MacosOptions;
  readonly load: LoadFramework;
  readonly permissions: Permissions;
  readonly session: Session;
  readonly input: EventParts;
};

const closedError = (): DesktopError =>
  new DesktopError('desktop_lost', 'This desktop connection was closed; open a new one.');

/** The parts that look at the screen. */
const createView = ({ options: { clock }, load, permissions, session, input }: Opened) => {
  const displays = loadDisplays(load);
  const layout = createLayoutWatch({ displays, session });
  const pointerAt = () => toDevicePoint(layout.placed(), input.poster.pointerAt()) ?? null;
  const reader = createScreenReader({ capture: loadCapture(load), layout, pointerAt });
  const camera = createCamera({ layout, reader, pointerAt: async () => Promise.resolve(pointerAt()), clock });
  return {
    displays,
    layout,
    capture: async (...request: Parameters<Desktop['capture']>) => {
      throwIfCancelled(request[1]);
      permissions.require('screen_recording');
      return camera.capture(...request);
    },
  };
};

const createMacosDesktop = (opened: Opened): Desktop => {
  const { options, load, permissions, session, input } = opened;
  const { clock, onNotice, journal } = options;
  const { displays, layout, capture } = createView(opened);
  const keys = { keyboard: loadKeyboard(load), isKeyboardSecured: loadSecureInput(load) };
  const port = createMacosInputPort({ ...input, ...keys, layout, permissions, clock, onNotice });
  const gestures = createGestureRunner({ port, clock, onNotice, journal });
  let closing: Promise<void> | undefined;
  const whileOpen = async <T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    throwIfCancelled(signal);
    if (closing) throw closedError();
    return task();
  };
  return {
    capabilities,
    pointer: createPointer(port, gestures, capabilities),
    keyboard: createKeyboard(port, gestures),
    describe: (signal) => whileOpen(signal, () => layout.read()),
    capture: (request, signal) => whileOpen(signal, () => capture(request, signal)),
    readiness: (signal) =>
      whileOpen(signal, async () => [
        checkSession(session.readFacts()),
        ...(await permissions.checks({ signal })),
        checkMonitors(displays),
      ]),
    onLayoutChange: (listener) => layout.onChange(listener),
    // A process does not outlive the window server of its session.
    onLost: () => () => undefined,
    close: () => {
      closing ??= gestures.close().finally(() => {
        layout.close();
        input.poster.close();
      });
      return closing;
    },
  };
};

const requirePermissions = async (permissions: Permissions, signal: AbortSignal): Promise<void> => {
  const failed = (await permissions.checks({ signal })).find(({ ok }) => !ok);
  if (!failed) return;
  const { name, detail, remedy = '' } = failed;
  throw new DesktopError('permission_missing', `The permission ${name} of macOS is ${detail}. ${remedy}`);
};

const loadInput = (load: LoadFramework): EventParts => ({
  poster: loadEventPoster(load),
  state: loadInputState(load),
});

/** macOS ends a process that asks for its keyboard layout on another thread. */
const requireMainThread = (): void => {
  if (isMainThread) return;
  throw new DesktopError(
    'unsupported',
    'The desktop of macOS can be opened on the main thread of a process only.',
  );
};

/** Opens the desktop of the session that this process runs in. For the main thread of a process. */
export const openMacosDesktop = async (
  options: MacosOptions,
  parts: MacosPermissionsParts = {},
): Promise<Desktop> => {
  throwIfCancelled(options.signal);
  requireMainThread();
  const { load = loadFramework } = parts;
  const session = loadSession(load);
  requireInteractive(() => session.readFacts());
  const permissions = loadMacosPermissions(parts);
  await requirePermissions(permissions, options.signal);
  return createMacosDesktop({ options, load, permissions, session, input: loadInput(load) });
};

/** Releases what is still down of an earlier process's presses. */
export const releaseLeftoversOnMacos = async (
  { signal }: MacosOptions,
  held: readonly HeldPress[],
  parts: MacosPermissionsParts = {},
): Promise<readonly HeldPress[]> => {
  throwIfCancelled(signal);
  const { load = loadFramework } = parts;
  const session = loadSession(load);
  requireInteractive(() => session.readFacts());
  loadMacosPermissions(parts).require('accessibility');
  const input = loadInput(load);
  try {
    return await Promise.resolve(releaseMacosLeftovers(input, held));
  } finally {
    input.poster.close();
  }
};

/** Every condition of {@link openMacosDesktop} by name; displays only where there is a session with a screen. */
export const checkMacosReadiness = async (
  { signal }: MacosOptions,
  parts: MacosPermissionsParts = {},
): Promise<readonly ReadinessCheck[]> => {
  throwIfCancelled(signal);
  const { load = loadFramework } = parts;
  const session = checkSession(loadSession(load).readFacts());
  if (!session.ok) return [session];
  const permissions = await loadMacosPermissions(parts).checks({ signal });
  return [session, ...permissions, checkMonitors(loadDisplays(load))];
};
