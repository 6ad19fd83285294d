import { extname } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { createDeferred } from '../deferred.ts';
import type { Deferred } from '../deferred.ts';
import type { DeviceArea, DevicePoint } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { TestWindow, TestWindowEvent, TestWindowOptions } from '../test-window.ts';
import { centeredOn } from '../test-window-place.ts';
import { createWindowRecord } from '../window-record.ts';
import type { WindowRecord } from '../window-record.ts';
import { loadDisplay } from './bindings/display.ts';
import type { Handle } from './bindings/load-library.ts';
import { loadWindowWatch } from './bindings/window-watch.ts';
import type { WindowWatch } from './bindings/window-watch.ts';
import { resolvesInTime } from './resolves-in-time.ts';

export type WindowThreadData = { readonly port: MessagePort; readonly area: DeviceArea };

export type FromWindowThread =
  | {
      readonly type: 'ready';
      readonly handle: Handle;
      readonly textField: Handle;
      readonly area: DeviceArea;
    }
  | { readonly type: 'event'; readonly event: TestWindowEvent }
  | { readonly type: 'settled'; readonly request: number }
  | { readonly type: 'gone' };

type Ready = Extract<FromWindowThread, { type: 'ready' }>;

const startTimeoutMs = 10_000;
const settleTimeoutMs = 2_000;
/** Wine takes two seconds where no window manager runs. */
const closeTimeoutMs = 5_000;
const windowWasClosed = 'the window was closed';

/** Beside this file, and of its kind: TypeScript from the sources, JavaScript from the build. */
const ownEntry = (): URL =>
  new URL(`./windows-test-window-entry${extname(import.meta.url)}`, import.meta.url);

/** The thread of the window: what it says, and how to end it. */
type WindowThread = {
  readonly ready: Promise<Ready>;
  readonly record: WindowRecord;
  readonly settled: Map<number, Deferred<undefined>>;
  readonly isGone: () => boolean;
  readonly ended: Promise<void>;
  readonly terminate: () => void;
};

const startThread = (area: DeviceArea): WindowThread => {
  const { port1, port2: port } = new MessageChannel();
  const worker = new Worker(ownEntry(), { workerData: { port, area }, transferList: [port] });
  const record = createWindowRecord();
  const ready = createDeferred<Ready>();
  const settled = new Map<number, Deferred<undefined>>();
  const state = { isGone: false };
  worker.on('error', ready.reject);
  port1.on('message', (message: FromWindowThread) => {
    switch (message.type) {
      case 'ready':
        ready.resolve(message);
        break;
      case 'event':
        record.add(message.event);
        break;
      case 'settled':
        settled.get(message.request)?.resolve(undefined);
        break;
      case 'gone':
        state.isGone = true;
    }
  });
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      state.isGone = true;
      port1.close();
      resolve();
    });
  });
  return {
    ...{ ready: ready.promise, record, settled, ended },
    isGone: () => state.isGone,
    terminate: () => void worker.terminate(),
  };
};

type Parts = {
  readonly thread: WindowThread;
  readonly shown: Ready;
  readonly watch: WindowWatch;
  /** Who had the keyboard before. */
  readonly before: Handle;
};

const obstacleAt = ({ thread, shown, watch }: Parts, point: DevicePoint): string | undefined => {
  if (thread.isGone()) return windowWasClosed;
  if (watch.topWindowAt(point) === shown.handle) return undefined;
  return `another window is in front at (${point.x}, ${point.y})`;
};

const keyboardObstacle = ({ thread, shown, watch }: Parts): string | undefined => {
  if (thread.isGone()) return windowWasClosed;
  return watch.foreground() === shown.handle ? undefined : 'another window has the keyboard';
};

const settle = async ({ thread, shown, watch }: Parts, request: number): Promise<void> => {
  const settled = createDeferred<undefined>();
  thread.settled.set(request, settled);
  const isAsked = watch.askToSettle(shown.handle, request);
  const isSettled = isAsked && (await resolvesInTime(settled.promise, settleTimeoutMs));
  thread.settled.delete(request);
  if (!isSettled) throw new DesktopError('timeout', 'The test window does not answer.');
};

const closeWindow = async ({ thread, shown, watch, before }: Parts): Promise<void> => {
  if (!thread.isGone()) {
    if (watch.foreground() === shown.handle && before !== null) watch.giveForeground(before);
    watch.askToClose(shown.handle);
  }
  if (!(await resolvesInTime(thread.ended, closeTimeoutMs))) thread.terminate();
};

const createTestWindow = (parts: Parts): TestWindow => {
  const { thread, shown, watch } = parts;
  const display = loadDisplay();
  let lastRequest = 0;
  return {
    area: shown.area,
    record: thread.record,
    settle: () => {
      lastRequest += 1;
      return settle(parts, lastRequest);
    },
    obstacleAt: (point) => Promise.resolve(obstacleAt(parts, point)),
    keyboardObstacle: () => Promise.resolve(keyboardObstacle(parts)),
    pointerAt: () => Promise.resolve(display.pointerAt()),
    readText: () => Promise.resolve(watch.readText(shown.textField) ?? ''),
    close: () => closeWindow(parts),
  };
};

/** Opens the test window on a thread of its own. */
export const openWindowsTestWindow = async ({ monitor, signal }: TestWindowOptions): Promise<TestWindow> => {
  const watch = loadWindowWatch();
  const before = watch.foreground();
  const thread = startThread(centeredOn(monitor));
  if (!(await resolvesInTime(thread.ready, startTimeoutMs, signal))) {
    thread.terminate();
    throw new DesktopError('timeout', 'The test window did not appear on the screen.');
  }
  const shown = await thread.ready;
  // Node waits for its threads when the process exits, and this one waits for messages.
  const quit = () => void watch.askToClose(shown.handle);
  process.once('exit', quit);
  void thread.ended.then(() => process.off('exit', quit));
  return createTestWindow({ thread, shown, watch, before });
};
