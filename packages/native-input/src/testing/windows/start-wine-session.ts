import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DevicePoint } from '../../desktop.ts';
import type { TextHarness } from '../desktop-contract/text.ts';
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

export type WineDesktop = TextHarness & { readonly desktop: RemoteDesktop };

/**
 * An X server with Wine on it, an application, and the desktop under test, each in a process of its own. Making one
 * takes seconds, so a test file shares it. Whoever started it stops it.
 */
export type WineSession = {
  readonly server: XServer;
  readonly application: Application;
  /** Starts another driver, as a daemon that is started again. */
  readonly startDriver: () => Promise<StartedDriver>;
  readonly driver: StartedDriver;
  /** A desktop on it, with nothing received, held or moved yet. */
  readonly createHarness: () => Promise<WineDesktop>;
  stop(): Promise<void>;
};

type StartedDriver = DesktopDriver & Pick<WindowsProgram, 'kill' | 'stop'>;

export type WineSessionOptions = {
  /** Arguments of setxkbmap. Wine takes over the layout when it starts. */
  readonly layout?: readonly string[];
};

const screen = { width: 1280, height: 800 };
/** In no mode the whole screen, since Wine grabs the pointer for a window that is. */
const windowSize = { width: 1000, height: 700 };
const output = 'screen';
const wholeMode = `${screen.width}x${screen.height}`;
const smaller = { width: 1024, height: 768 };
const smallerMode = ['1024x768', ...'63.50 1024 1072 1176 1328 768 771 775 798'.split(' ')];
const buttonNumbers = { left: '1', middle: '2', right: '3', back: '8', forward: '9' };
const capsLock = 0x14;
const restingPlace: DevicePoint = { x: 11, y: 17 };

const soon = (): AbortSignal => AbortSignal.timeout(20_000);

const addSmallerMode = async (server: XServer): Promise<void> => {
  const [mode = ''] = smallerMode;
  await runTool(server, 'xrandr', ['--newmode', ...smallerMode]);
  await runTool(server, 'xrandr', ['--addmode', output, mode]);
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
    const held = (await application.keysDown()).length;
    await runTool(server, 'xdotool', [up, name]);
    await application.until('keysDown', (keys) => keys.length < held);
  };
};

/** Resolves with whether it is on then. */
const toggleCapsLock = async ({ server, application }: Shown): Promise<boolean> => {
  const isOn = async () => (await application.locksOn()).includes(capsLock);
  const before = await isOn();
  await runTool(server, 'xdotool', ['key', 'Caps_Lock']);
  await application.until('locksOn', (locks) => locks.includes(capsLock) !== before);
  return !before;
};

const prepareDesktop = async ({ server, application }: Shown): Promise<void> => {
  const { x, y } = restingPlace;
  await runTool(server, 'xdotool', ['mousemove', String(x), String(y)]);
  await application.focus();
  await application.until('pointerAt', (at) => at.x === x && at.y === y);
  await application.until('keysDown', (keys) => keys.length === 0);
  await application.clear();
};

const createHarness = async (shown: Shown, driver: StartedDriver): Promise<WineDesktop> => {
  const { application } = shown;
  const undo: (() => Promise<unknown>)[] = [];
  await prepareDesktop(shown);
  const desktop = await driver.open(soon());
  return {
    desktop,
    received: () => application.received(),
    typed: () => application.typed(),
    pointerAt: () => application.pointerAt(),
    countDown: () => application.countDown(),
    hold: async (what) => {
      const release = await hold(shown, what);
      undo.push(release);
      return release;
    },
    toggleCapsLock: async () => {
      const isOn = await toggleCapsLock(shown);
      if (isOn) undo.push(() => toggleCapsLock(shown));
      return isOn;
    },
    changeLayout: async () => {
      undo.push(() => application.setMode(undefined));
      await application.setMode(smaller);
    },
    close: async () => {
      await desktop.close();
      for (const step of undo.reverse()) await step();
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
    const application = await startApplication({ prefix, environment, ...windowSize });
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
