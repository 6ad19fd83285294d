import { hostname } from 'node:os';
import { createCamera } from '../camera.ts';
import type { Clock } from '../clock.ts';
import type { Desktop, DesktopCapabilities, ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { createGestureRunner } from '../gesture.ts';
import { createKeyboard } from '../keyboard-gestures.ts';
import { createPointer } from '../pointer-gestures.ts';
import type { HeldPress, PressJournal } from '../press-journal.ts';
import type { LayoutWatch } from '../screen-port.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { loadDamage } from './bindings/damage.ts';
import type { Damage } from './bindings/damage.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { ConnectFailure } from './connect-failure.ts';
import { connectServer } from './connect-server.ts';
import { parseDisplayName } from './display-name.ts';
import type { DisplayName } from './display-name.ts';
import { createKeptScreen } from './kept-screen.ts';
import { createLayoutWatch } from './layout-watch.ts';
import { probeServer, readinessError } from './probe-server.ts';
import type { ServerParts } from './probe-server.ts';
import { releaseX11Leftovers } from './release-leftovers.ts';
import { createScreenReader } from './screen-reader.ts';
import { checkDisplayVariable, checkSessionType } from './session-type.ts';
import { createX11InputPort } from './x11-input-port.ts';

export type X11Options = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onNotice: (message: string) => void;
  readonly journal?: PressJournal;
  /** False captures over the socket; true unless given. */
  readonly sharedMemory?: boolean;
};

const capabilities: DesktopCapabilities = { scrollUnits: ['steps'], textInput: false };

const connect = (options: X11Options, display: DisplayName): Promise<X11Connection> => {
  const { environment, clock, signal, sharedMemory = true } = options;
  return connectServer({ display, environment, hostname: hostname(), clock, sharedMemory, signal });
};

const messageOf = ({ detail, remedy }: ReadinessCheck): string => [detail, remedy].filter(Boolean).join(' ');

/** The session comes first: under Wayland the right display is not the answer. */
const environmentError = (checks: readonly ReadinessCheck[]): DesktopError => {
  const session = checks.find(({ name, ok }) => name === 'session' && !ok);
  if (session) return new DesktopError('unsupported', messageOf(session));
  return new DesktopError(
    'desktop_unavailable',
    checks
      .filter(({ ok }) => !ok)
      .map(messageOf)
      .join(' '),
  );
};

const checkMonitors = async (layout: LayoutWatch): Promise<ReadinessCheck> => {
  const { targets } = await layout.read();
  const names = targets.map(({ name, area }) => `${name} ${area.width}x${area.height}`);
  if (names.length > 0) return { name: 'monitors', ok: true, detail: names.join(', ') };
  const remedy = 'Connect or enable a monitor; "xrandr --auto" turns on what is connected.';
  return { name: 'monitors', ok: false, detail: 'No monitor is connected.', remedy };
};

type Opened = {
  readonly options: X11Options;
  readonly connection: X11Connection;
  readonly parts: ServerParts;
  readonly checks: readonly ReadinessCheck[];
};

const createX11Desktop = (
  { options, connection, parts, checks }: Opened,
  damage: Damage | undefined,
): Desktop => {
  const { clock, onNotice, journal } = options;
  const layout = createLayoutWatch(connection, parts.randr);
  const kept = createKeptScreen({ damage, clock, onNotice });
  layout.onChange(() => kept.forget());
  const reader = createScreenReader(connection, { ...parts, kept });
  const pointerAt = async () => {
    const { at, isOnScreen } = await connection.queryPointer();
    return isOnScreen ? at : null;
  };
  const camera = createCamera({ layout, reader, pointerAt, clock });
  const port = createX11InputPort({ connection, parts, layout, onNotice });
  const gestures = createGestureRunner({ port, clock, onNotice, journal });
  parts.xtest.ignoreServerGrabs();
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
      return [...checks, await checkMonitors(layout)];
    },
    onLayoutChange: (listener) => layout.onChange(listener),
    onLost: (listener) => connection.onLost(listener),
    close: async () => {
      await gestures.close();
      reader.close();
      connection.close();
    },
  };
};

const connected: ReadinessCheck = {
  name: 'connection',
  ok: true,
  detail: 'connected and authenticated',
};

type EnvironmentFindings = {
  readonly checks: readonly ReadinessCheck[];
  readonly display: DisplayName | undefined;
};

/** `display` is there when every check holds. */
const checkEnvironment = ({ environment }: X11Options): EnvironmentFindings => {
  const checks = [checkDisplayVariable(environment), checkSessionType(environment)];
  const isUsable = checks.every(({ ok }) => ok);
  return { checks, display: isUsable ? parseDisplayName(environment['DISPLAY'] ?? '') : undefined };
};

const openServer = async (options: X11Options): Promise<Opened> => {
  const environment = checkEnvironment(options);
  if (!environment.display) throw environmentError(environment.checks);
  const connection = await connect(options, environment.display);
  try {
    const { checks, parts } = await probeServer(connection);
    if (!parts) throw readinessError(checks);
    throwIfCancelled(options.signal);
    return { options, connection, parts, checks: [...environment.checks, connected, ...checks] };
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Opens the X11 desktop of an environment over one connection, which is never made again. */
export const openX11Desktop = async (options: X11Options): Promise<Desktop> => {
  const opened = await openServer(options);
  try {
    return createX11Desktop(opened, await loadDamage(opened.connection));
  } catch (error) {
    opened.connection.close();
    throw error;
  }
};

/** Releases what is still down of an earlier client's presses, over a connection of its own. */
export const releaseLeftoversOnX11 = async (
  options: X11Options,
  held: readonly HeldPress[],
): Promise<readonly HeldPress[]> => {
  const { connection, parts } = await openServer(options);
  try {
    return await releaseX11Leftovers(connection, parts, held);
  } finally {
    connection.close();
  }
};

const checkServer = async (connection: X11Connection): Promise<readonly ReadinessCheck[]> => {
  try {
    const { checks, parts } = await probeServer(connection);
    if (!parts) return [connected, ...checks];
    return [connected, ...checks, await checkMonitors(createLayoutWatch(connection, parts.randr))];
  } finally {
    connection.close();
  }
};

const brokenConnection = ({ message }: DesktopError): ReadinessCheck => ({
  name: 'connection',
  ok: false,
  detail: message,
});

/** Every condition of {@link openX11Desktop} by name, as far as they can be looked at. */
export const checkX11Readiness = async (options: X11Options): Promise<readonly ReadinessCheck[]> => {
  const { checks, display } = checkEnvironment(options);
  if (!display) return checks;
  try {
    return [...checks, ...(await checkServer(await connect(options, display)))];
  } catch (error) {
    if (!(error instanceof DesktopError) || error.code === 'cancelled') throw error;
    return [...checks, error instanceof ConnectFailure ? error.check : brokenConnection(error)];
  }
};
