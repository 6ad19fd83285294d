import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../deferred.ts';
import type { Deferred } from '../deferred.ts';
import type { DeviceArea, DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { TestWindow, TestWindowEvent, TestWindowOptions } from '../test-window.ts';
import { centeredOn } from '../test-window-place.ts';
import { createWindowRecord } from '../window-record.ts';
import type { WindowRecord } from '../window-record.ts';
import { loadDisplays } from './bindings/displays.ts';
import { loadFramework } from './bindings/load-library.ts';
import type { LoadFramework } from './bindings/load-library.ts';
import { findDisplay, placeDisplays, toDesktopPoint, toDevicePoint } from './monitors.ts';
import type { PlacedDisplay } from './monitors.ts';
import { isFromWindow } from './test-window-messages.ts';
import type { WindowPlace, WindowQuestion, WindowState } from './test-window-messages.ts';

export type MacosTestWindowParts = {
  /** The libraries of the system unless given. */
  readonly load?: LoadFramework;
  /** Runs the program of the window with one argument and a channel for messages. */
  readonly start?: (argument: string) => ChildProcess;
};

const startTimeoutMs = 10_000;
const answerTimeoutMs = 2_000;
const closeTimeoutMs = 5_000;
const windowWasClosed = 'the window was closed';

/** Beside this file, and of its kind. */
const startOwnProgram = (argument: string): ChildProcess => {
  const entry = new URL(`./macos-test-window-entry${extname(import.meta.url)}`, import.meta.url);
  return spawn(process.execPath, [fileURLToPath(entry), argument], {
    // AppKit writes warnings on stderr that mean nothing to a person.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};

/** The process of the window. */
type WindowProcess = {
  readonly child: ChildProcess;
  /** Its inside, in points. */
  readonly ready: Promise<DeviceArea>;
  readonly answers: Map<number, Deferred<WindowState>>;
  readonly isGone: () => boolean;
  readonly ended: Promise<void>;
};

const watchProcess = (child: ChildProcess, onEvent: (event: TestWindowEvent) => void): WindowProcess => {
  const ready = createDeferred<DeviceArea>();
  const ended = createDeferred<undefined>();
  const answers = new Map<number, Deferred<WindowState>>();
  const state = { isGone: false };
  const end = (why: string): void => {
    state.isGone = true;
    const error = new DesktopError('desktop_unavailable', `The test window could not be shown: ${why}.`);
    ready.reject(error);
    for (const answer of answers.values()) answer.reject(error);
    ended.resolve(undefined);
  };
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code, signal) => end(`its process ended (${signal ?? String(code)})`));
  child.on('message', (message: unknown) => {
    if (!isFromWindow(message)) return;
    switch (message.type) {
      case 'ready':
        ready.resolve(message.inside);
        break;
      case 'event':
        onEvent(message.event);
        break;
      case 'state':
        answers.get(message.state.request)?.resolve(message.state);
        break;
      case 'failed':
        ready.reject(new DesktopError('desktop_unavailable', message.why));
    }
  });
  // Whoever waits hears of it; nobody may.
  ready.promise.catch(() => undefined);
  return { child, ready: ready.promise, answers, isGone: () => state.isGone, ended: ended.promise };
};

const within = async <T>(
  wait: Promise<T>,
  timeoutMs: number,
  signal = new AbortController().signal,
): Promise<T | undefined> => {
  const given = createDeferred<undefined>();
  const giveUp = () => given.resolve(undefined);
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([wait, given.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
};

const createAsk = ({ child, answers, isGone }: WindowProcess) => {
  let request = 0;
  return async (question: Omit<WindowQuestion, 'request'>): Promise<WindowState> => {
    if (isGone()) throw new DesktopError('desktop_lost', 'The test window is gone.');
    request += 1;
    const answer = createDeferred<WindowState>();
    answers.set(request, answer);
    // When it is gone, `end` tells.
    child.send({ ...question, request }, () => undefined);
    const state = await within(answer.promise, answerTimeoutMs).finally(() => answers.delete(request));
    if (state) return state;
    throw new DesktopError('timeout', 'The test window does not answer.');
  };
};

const closeProcess = async ({ child, ended, isGone }: WindowProcess): Promise<void> => {
  if (isGone()) return;
  if (child.connected) child.disconnect();
  if (
    (await within(
      ended.then(() => true),
      closeTimeoutMs,
    )) !== true
  )
    child.kill('SIGKILL');
};

/** Points of the desktop and device pixels, as the displays are now. */
type Screen = { toPoint(pixel: DevicePoint): DevicePoint; toPixel(point: DevicePoint): DevicePoint };

const createScreen = (placed: () => readonly PlacedDisplay[]): Screen => ({
  toPoint: (pixel) => {
    const found = findDisplay(placed(), pixel);
    if (found) return toDesktopPoint(found.on, found.point);
    throw new DesktopError('no_targets', 'No display is connected any more.');
  },
  toPixel: (point) => toDevicePoint(placed(), point) ?? point,
});

type Parts = {
  readonly process: WindowProcess;
  readonly record: WindowRecord;
  readonly area: DeviceArea;
  readonly screen: Screen;
};

const createTestWindow = ({ process: window, record, area, screen }: Parts): TestWindow => {
  const ask = createAsk(window);
  const now = (point: DevicePoint = area): Promise<WindowState> =>
    ask({ settled: false, point: screen.toPoint(point) });
  return {
    ...{ area, record },
    settle: async () => {
      await ask({ settled: true, point: screen.toPoint(area) });
    },
    obstacleAt: async (point) => {
      if (window.isGone()) return windowWasClosed;
      const { isInFront } = await now(point);
      return isInFront ? undefined : `another window is in front at (${point.x}, ${point.y})`;
    },
    keyboardObstacle: async () => {
      if (window.isGone()) return windowWasClosed;
      return (await now()).hasKeyboard ? undefined : 'another window has the keyboard';
    },
    pointerAt: async () => screen.toPixel((await now()).pointer),
    readText: async () => (await now()).text,
    close: () => closeProcess(window),
  };
};

const placeOn = (placed: readonly PlacedDisplay[], monitor: DeviceArea): WindowPlace => {
  const wanted = centeredOn(monitor);
  const found = findDisplay(placed, wanted);
  if (!found) throw new DesktopError('no_targets', 'No display is connected any more.');
  const { scale } = found.on;
  const { x, y } = toDesktopPoint(found.on, wanted);
  const size = { width: wanted.width / scale.x, height: wanted.height / scale.y };
  // Windows begin at whole points.
  return { place: { x: Math.round(x), y: Math.round(y), ...size }, scale };
};

/** `point` counts from the top left corner of the window's inside, and from that of the desktop afterwards. */
const onDesktop = (event: TestWindowEvent, { x, y }: DevicePoint): TestWindowEvent =>
  'point' in event ? { ...event, point: { x: x + event.point.x, y: y + event.point.y } } : event;

/** Opens the test window in a process of its own, which ends with this one. */
export const openMacosTestWindow = async (
  { monitor, signal }: TestWindowOptions,
  { load = loadFramework, start = startOwnProgram }: MacosTestWindowParts = {},
): Promise<TestWindow> => {
  const displays = loadDisplays(load);
  const placed = () => placeDisplays(displays.list());
  const screen = createScreen(placed);
  const place = placeOn(placed(), monitor);
  const record = createWindowRecord();
  const corner = { x: 0, y: 0 };
  const child = start(JSON.stringify(place));
  const window = watchProcess(child, (event) => record.add(onDesktop(event, corner)));
  try {
    const inside = await within(window.ready, startTimeoutMs, signal);
    if (!inside) throw new DesktopError('timeout', 'The test window did not appear on the screen.');
    Object.assign(corner, screen.toPixel(inside));
    const { width, height } = centeredOn(monitor);
    return createTestWindow({ process: window, record, screen, area: { ...corner, width, height } });
  } catch (error) {
    await closeProcess(window);
    throw error;
  }
};
