import { hostname } from 'node:os';
import { createSystemClock } from '../../clock.ts';
import type { Desktop, DevicePoint } from '../../desktop.ts';
import { openDesktop } from '../../open-desktop.ts';
import type { X11Connection } from '../../x11/bindings/x11-connection.ts';
import { loadXinput } from '../../x11/bindings/xinput.ts';
import { connectServer } from '../../x11/connect-server.ts';
import { parseDisplayName } from '../../x11/display-name.ts';
import type { DesktopHarness } from '../desktop-contract/contract-harness.ts';
import type { PersonHolds } from '../received-event.ts';
import { runTool } from './run-tool.ts';
import { startTkRecorder } from './start-tk-recorder.ts';
import type { TkRecorder, TkWindow } from './start-tk-recorder.ts';
import { startXServer } from './start-x-server.ts';
import type { XServer, XServerOptions } from './start-x-server.ts';
import { toReceivedEvents, xKeyName } from './tk-received-events.ts';

export type XDesktopOptions = XServerOptions & { readonly windows?: readonly TkWindow[] };

/** A server with an application on it, our desktop, and a connection of its own that looks on. */
export type XDesktop = DesktopHarness & {
  readonly server: XServer;
  readonly recorder: TkRecorder;
  readonly onlooker: X11Connection;
  readonly notices: readonly string[];
  /** Another desktop on the same server. */
  open(): Promise<Desktop>;
};

const wholeScreen: TkWindow = { name: 'app', geometry: '1280x800+0+0', color: '#336699' };
const smallerMode = ['1024x768', ...'63.50 1024 1072 1176 1328 768 771 775 798'.split(' ')];
const buttonNumbers = { left: '1', middle: '2', right: '3', back: '8', forward: '9' };

const connectToServer = ({ environment }: Pick<XServer, 'environment'>): Promise<X11Connection> => {
  const display = parseDisplayName(environment['DISPLAY'] ?? '');
  if (!display) throw new Error('A started server has a display.');
  const signal = AbortSignal.timeout(10_000);
  const clock = createSystemClock();
  return connectServer({ display, environment, hostname: hostname(), clock, sharedMemory: false, signal });
};

const countBits = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

const buttonsDown = async (onlooker: X11Connection): Promise<readonly number[]> => {
  const xinput = await loadXinput(onlooker);
  if (!xinput) throw new Error('The test server has XInput 2.');
  return (await xinput.queryPointer())?.buttons ?? [];
};

const countDown = async (onlooker: X11Connection): Promise<number> => {
  const [buttons, keys] = await Promise.all([buttonsDown(onlooker), onlooker.queryKeymap()]);
  return buttons.length + keys.reduce((sum, bits) => sum + countBits(bits), 0);
};

const hold = async (server: XServer, what: PersonHolds): Promise<() => Promise<void>> => {
  const [down, up, name] =
    what.kind === 'key'
      ? ['keydown', 'keyup', xKeyName(what.key)]
      : ['mousedown', 'mouseup', buttonNumbers[what.button]];
  await runTool(server, 'xdotool', [down, name]);
  return async () => {
    await runTool(server, 'xdotool', [up, name]);
  };
};

const changeMode = async (server: XServer): Promise<void> => {
  const [name = ''] = smallerMode;
  await runTool(server, 'xrandr', ['--newmode', ...smallerMode]);
  await runTool(server, 'xrandr', ['--addmode', 'screen', name]);
  await runTool(server, 'xrandr', ['--output', 'screen', '--mode', name]);
};

const startOn = async (server: XServer, windows: readonly TkWindow[]): Promise<XDesktop> => {
  const notices: string[] = [];
  const open = () =>
    openDesktop({
      environment: server.environment,
      signal: AbortSignal.timeout(10_000),
      onNotice: (message) => notices.push(message),
    });
  const recorder = await startTkRecorder(server, windows);
  const desktop = await open();
  const onlooker = await connectToServer(server);
  return {
    server,
    recorder,
    onlooker,
    desktop,
    notices,
    open,
    received: async () => toReceivedEvents(await recorder.received()),
    pointerAt: async (): Promise<DevicePoint> => (await onlooker.queryPointer()).at,
    countDown: () => countDown(onlooker),
    hold: (what) => hold(server, what),
    changeLayout: () => changeMode(server),
    close: async () => {
      await desktop.close();
      onlooker.close();
      await recorder.stop();
      await server.stop();
    },
  };
};

/** Whoever starts it closes it. */
export const startXDesktop = async ({
  windows = [wholeScreen],
  ...options
}: XDesktopOptions = {}): Promise<XDesktop> => {
  const server = await startXServer(options);
  try {
    return await startOn(server, windows);
  } catch (error) {
    await server.stop();
    throw error;
  }
};
