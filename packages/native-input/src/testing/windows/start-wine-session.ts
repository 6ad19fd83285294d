import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DevicePoint } from '../../desktop.ts';
import type { DesktopHarness } from '../desktop-contract/contract-harness.ts';
import type { PersonHolds } from '../received-event.ts';
import { runTool } from '../x11/run-tool.ts';
import { startXServer } from '../x11/start-x-server.ts';
import type { XServer } from '../x11/start-x-server.ts';
import { xKeyName } from '../x11/tk-received-events.ts';
import { createDesktopDriver } from './remote-desktop.ts';
import type { DesktopDriver, RemoteDesktop } from './remote-desktop.ts';
import { startApplication } from './start-application.ts';
import type { Application } from './start-application.ts';
import { startWindowManager } from './start-window-manager.ts';
import { startWindowsProgram, windowsScript } from './start-windows-program.ts';
import type { WindowsProgram } from './start-windows-program.ts';

/** The contract's harness with what only Windows has. */
export type WineDesktop = DesktopHarness & {
  readonly desktop: RemoteDesktop;
  /** The text that the window was given, whatever was sent before this call included. */
  typed(): Promise<string>;
};

/**
 * An X server with Wine on it, an application, and the desktop under test, each in a process of its own. Making one
 * takes seconds, so a test file shares it. Whoever started it stops it.
 */
export type WineSession = {
  readonly server: XServer;
  readonly application: Application;
  /** Starts another driver, as a daemon that is started again. */
  startDriver(): Promise<StartedDriver>;
  readonly driver: StartedDriver;
  /** A desktop on it, with nothing received, held or moved yet. */
  createHarness(): Promise<WineDesktop>;
  stop(): Promise<void>;
};

export type StartedDriver = DesktopDriver & Pick<WindowsProgram, 'kill' | 'stop'>;

export type WineSessionOptions = {
  /** Arguments of setxkbmap. Wine takes over the layout when it starts. */
  readonly layout?: readonly string[];
};

const screen = { width: 1280, height: 800 };
const output = 'screen';
const wholeMode = `${screen.width}x${screen.height}`;
const smallerMode = ['1024x768', ...'63.50 1024 1072 1176 1328 768 771 775 798'.split(' ')];
const buttonNumbers = { left: '1', middle: '2', right: '3', back: '8', forward: '9' };
const restingPlace: DevicePoint = { x: 11, y: 17 };

const soon = (): AbortSignal => AbortSignal.timeout(20_000);

const addSmallerMode = async (server: XServer): Promise<void> => {
  const [mode = ''] = smallerMode;
  await runTool(server, 'xrandr', ['--newmode', ...smallerMode]);
  await runTool(server, 'xrandr', ['--addmode', output, mode]);
};

/** Resolves once the programs of Windows see it. */
const setMode = async ({ server, application }: Shown, mode: string): Promise<void> => {
  await runTool(server, 'xrandr', ['--output', output, '--mode', mode]);
  await application.until('size', (size) => `${size.width}x${size.height}` === mode);
};

type Shown = Pick<WineSession, 'server' | 'application'>;

/** X hands the press to the window that has the keyboard, and only then Windows knows of it. */
const hold = async ({ server, application }: Shown, what: PersonHolds): Promise<() => Promise<void>> => {
  const [down, up, name] =
    what.kind === 'key'
      ? ['keydown', 'keyup', xKeyName(what.key)]
      : ['mousedown', 'mouseup', buttonNumbers[what.button]];
  const before = (await application.keysDown()).length;
  await runTool(server, 'xdotool', [down, name]);
  await application.until('keysDown', (keys) => keys.length > before);
  await application.forgetKeys();
  let released = false;
  return async () => {
    if (released) return;
    released = true;
    await runTool(server, 'xdotool', [up, name]);
    await application.until('keysDown', (keys) => keys.length === before);
  };
};

const createHarness = async (shown: Shown, driver: StartedDriver): Promise<WineDesktop> => {
  const { server, application } = shown;
  const releases: (() => Promise<void>)[] = [];
  let isChanged = false;
  const { x, y } = restingPlace;
  await runTool(server, 'xdotool', ['mousemove', String(x), String(y)]);
  await application.focus();
  await application.until('pointerAt', (at) => at.x === x && at.y === y);
  await application.clear();
  const desktop = await driver.open(soon());
  return {
    desktop,
    received: () => application.received(),
    typed: () => application.typed(),
    pointerAt: () => application.pointerAt(),
    countDown: async () => (await application.keysDown()).length,
    hold: async (what) => {
      const release = await hold(shown, what);
      releases.push(release);
      return release;
    },
    changeLayout: async () => {
      isChanged = true;
      await setMode(shown, smallerMode[0] ?? '');
    },
    close: async () => {
      await desktop.close();
      for (const release of releases) await release();
      if (isChanged) await setMode(shown, wholeMode);
    },
  };
};

export const startWineSession = async ({ layout }: WineSessionOptions = {}): Promise<WineSession> => {
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    await promisify(execFile)(process.execPath, [windowsScript('prepare.mjs')]);
    const server = await startXServer({ screen: `${wholeMode}x24` });
    closers.push(() => server.stop());
    if (layout) await runTool(server, 'setxkbmap', layout);
    await addSmallerMode(server);
    closers.push(await startWindowManager(server));
    const prefix = `test-${process.pid}-${server.displayNumber}`;
    const { environment } = server;
    const application = await startApplication({ prefix, environment, ...screen });
    closers.push(() => application.stop());
    const startDriver = async (): Promise<StartedDriver> => {
      const program = await startWindowsProgram({ name: 'desktop-driver.ts', prefix, environment });
      closers.push(() => program.stop());
      return { ...createDesktopDriver(program), kill: () => program.kill(), stop: () => program.stop() };
    };
    const driver = await startDriver();
    return {
      ...{ server, application, driver, startDriver, stop },
      createHarness: () => createHarness({ server, application }, driver),
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
