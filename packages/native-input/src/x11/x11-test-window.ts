import { hostname } from 'node:os';
import { createDeferred } from '../deferred.ts';
import type { DeviceArea, DevicePoint, PointerButton } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import type { WheelDirection } from '../input-port.ts';
import { idleLamp, lampColorOf, testPicture } from '../test-picture.ts';
import type { TestWindow, TestWindowEvent, TestWindowOptions } from '../test-window.ts';
import { centeredOn, testWindowTitle } from '../test-window-place.ts';
import { createWindowRecord } from '../window-record.ts';
import type { WindowRecord } from '../window-record.ts';
import {
  createX11Window,
  giveFocus,
  pointerRoot,
  readChildAt,
  readFocus,
  readWindowOrigin,
  setWindowProperty,
} from './bindings/window.ts';
import type { WindowProperty, X11Window, X11WindowEvent } from './bindings/window.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { loadXkb } from './bindings/xkb.ts';
import { connectServer } from './connect-server.ts';
import { parseDisplayName } from './display-name.ts';
import { readKeyName } from './read-key-name.ts';

const showTimeoutMs = 5_000;
/** What toolkits take for one. */
const doubleClickMs = 400;
const windowWasClosed = 'the window was closed';

const buttons: ReadonlyMap<number, PointerButton> = new Map([
  [1, 'left'],
  [2, 'middle'],
  [3, 'right'],
  [8, 'back'],
  [9, 'forward'],
]);
const wheels: ReadonlyMap<number, WheelDirection> = new Map([
  [4, 'wheel_up'],
  [5, 'wheel_down'],
  [6, 'wheel_left'],
  [7, 'wheel_right'],
]);

type Press = Extract<X11WindowEvent, { kind: 'button_press' | 'button_release' }>;

/** Turns button numbers into what they mean, double clicks included. */
const createButtonReader = () => {
  let last: Press | undefined;
  return (event: Press): readonly TestWindowEvent[] => {
    const { point } = event;
    const isPress = event.kind === 'button_press';
    const direction = wheels.get(event.button);
    if (direction) return isPress ? [{ kind: 'wheel', direction, point }] : [];
    const button = buttons.get(event.button);
    if (!button) return [];
    if (!isPress) return [{ kind: 'button_up', button, point }];
    const isDouble = last?.button === event.button && event.timeMs - last.timeMs <= doubleClickMs;
    last = isDouble ? undefined : event;
    const down = { kind: 'button_down', button, point } as const;
    return isDouble ? [down, { ...down, kind: 'double_click' }] : [down];
  };
};

const createPainter = (window: X11Window) => {
  const { patches, lamp } = testPicture;
  let lampColor = idleLamp;
  return {
    paint: () => {
      for (const { area, color } of patches) window.fill(area, color);
      window.fill(lamp, lampColor);
    },
    show: (event: TestWindowEvent) => {
      lampColor = lampColorOf(event) ?? lampColor;
      window.fill(lamp, lampColor);
    },
  };
};

/** Normal hints: the position is meant, and there is one size only. */
const sizeHints = ({ x, y, width, height }: DeviceArea): readonly number[] => {
  const flags = 1 | 4 | 16 | 32;
  return [flags, x, y, width, height, width, height, width, height, 0, 0, 0, 0, 0, 0, 0, 0, 0];
};

const propertiesOf = (area: DeviceArea): readonly WindowProperty[] => [
  { name: 'WM_NAME', type: 'STRING', value: testWindowTitle },
  { name: '_NET_WM_NAME', type: 'UTF8_STRING', value: testWindowTitle },
  { name: 'WM_CLASS', type: 'STRING', value: 'a13n-envd\0a13n-envd\0' },
  { name: 'WM_NORMAL_HINTS', type: 'WM_SIZE_HINTS', value: sizeHints(area) },
  { name: 'WM_PROTOCOLS', type: 'ATOM', value: { atoms: ['WM_DELETE_WINDOW'] } },
  { name: '_NET_WM_WINDOW_TYPE', type: 'ATOM', value: { atoms: ['_NET_WM_WINDOW_TYPE_DIALOG'] } },
  { name: '_NET_WM_STATE', type: 'ATOM', value: { atoms: ['_NET_WM_STATE_ABOVE'] } },
];

type Shown = {
  readonly connection: X11Connection;
  readonly window: X11Window;
  readonly record: WindowRecord;
  /** Resolves when everything that has arrived is recorded. */
  readonly recorded: () => Promise<void>;
  readonly isGone: () => boolean;
};

/** Records in the order of arrival; a key has to wait for its name. */
const watchWindow = (connection: X11Connection, window: X11Window, onShown: () => void): Shown => {
  const record = createWindowRecord();
  const painter = createPainter(window);
  const readButton = createButtonReader();
  let arrived: Promise<void> = Promise.resolve();
  let gone = false;

  const translate = async (event: X11WindowEvent): Promise<readonly TestWindowEvent[]> => {
    switch (event.kind) {
      case 'key_press':
      case 'key_release': {
        const key = await readKeyName(connection, event);
        return [{ kind: event.kind === 'key_press' ? 'key_down' : 'key_up', key }];
      }
      case 'button_press':
      case 'button_release':
        return readButton(event);
      case 'motion':
        return [event];
      case 'expose':
      case 'close_request':
        return [];
    }
  };
  const take = async (event: X11WindowEvent): Promise<void> => {
    for (const received of await translate(event)) {
      painter.show(received);
      record.add(received);
    }
  };
  const react = (event: X11WindowEvent): void => {
    if (event.kind === 'expose') {
      painter.paint();
      onShown();
    }
    if (event.kind === 'close_request') {
      gone = true;
      window.destroy();
    }
    if (event.kind === 'button_press') window.takeKeyboard();
  };
  window.onEvent((event) => {
    // A lost connection shows in the next call of whoever uses the window.
    arrived = arrived.then(() => take(event)).catch(() => undefined);
    if (!gone && !connection.lost) react(event);
  });
  return { connection, window, record, recorded: () => arrived, isGone: () => gone };
};

const obstacleAt = async (
  { connection, window, isGone }: Shown,
  point: DevicePoint,
): Promise<string | undefined> => {
  if (isGone()) return windowWasClosed;
  for (let parent = connection.setup.root; ;) {
    const child = await readChildAt(connection, parent, point);
    if (child === window.id) return undefined;
    if (child === 0) return `another window is in front at (${point.x}, ${point.y})`;
    parent = child;
  }
};

const keyboardObstacle = async (shown: Shown): Promise<string | undefined> => {
  const { connection, window, isGone } = shown;
  if (isGone()) return windowWasClosed;
  const focus = await readFocus(connection);
  if (focus === window.id) return undefined;
  const { at } = await connection.queryPointer();
  const isUnderPointer = focus === pointerRoot && (await obstacleAt(shown, at)) === undefined;
  return isUnderPointer ? undefined : 'another window has the keyboard';
};

const closeWindow = async (shown: Shown, hadKeyboard: number): Promise<void> => {
  const { connection, window, isGone } = shown;
  if (connection.lost) return;
  try {
    const isOurs = !isGone() && (await readFocus(connection)) === window.id;
    if (!isGone()) window.destroy();
    if (isOurs) giveFocus(connection, hadKeyboard);
    await connection.sync();
  } catch {
    // Whoever had the keyboard may be gone, too; the server then gives it to the window under the pointer.
  } finally {
    connection.close();
  }
};

const createTestWindow = (shown: Shown, area: DeviceArea, hadKeyboard: number): TestWindow => {
  const { connection, record } = shown;
  return {
    area,
    record,
    settle: async () => {
      await connection.sync();
      await shown.recorded();
      // What the window did because of them, such as to take the keyboard.
      await connection.sync();
    },
    obstacleAt: (point) => obstacleAt(shown, point),
    keyboardObstacle: () => keyboardObstacle(shown),
    pointerAt: async () => (await connection.queryPointer()).at,
    readText: undefined,
    close: () => closeWindow(shown, hadKeyboard),
  };
};

const connect = ({ environment, clock, signal }: TestWindowOptions): Promise<X11Connection> => {
  const display = parseDisplayName(environment['DISPLAY'] ?? '');
  if (!display) throw new DesktopError('desktop_unavailable', 'DISPLAY names no X display.');
  return connectServer({
    display,
    environment,
    hostname: hostname(),
    clock,
    sharedMemory: false,
    signal,
  });
};

const requireInTime = async (
  shown: Promise<unknown>,
  { clock, signal }: TestWindowOptions,
): Promise<void> => {
  const settled = new AbortController();
  const late = clock.sleep(showTimeoutMs, AbortSignal.any([signal, settled.signal])).then(() => {
    throw new DesktopError('timeout', 'The test window did not appear on the screen.');
  });
  await Promise.race([shown, late]).finally(() => settled.abort());
};

const show = async (connection: X11Connection, options: TestWindowOptions): Promise<TestWindow> => {
  // From then on the events of keys tell the group in effect.
  await loadXkb(connection);
  const hadKeyboard = await readFocus(connection);
  const place = centeredOn(options.monitor);
  const window = createX11Window(connection, place, testPicture.background);
  for (const property of propertiesOf(place)) await setWindowProperty(connection, window.id, property);
  const exposed = createDeferred<undefined>();
  const shown = watchWindow(connection, window, () => exposed.resolve(undefined));
  window.map();
  await requireInTime(exposed.promise, options);
  await connection.sync();
  const origin = await readWindowOrigin(connection, window.id);
  return createTestWindow(shown, { ...place, ...origin }, hadKeyboard);
};

/** Opens the test window over a connection of its own. */
export const openX11TestWindow = async (options: TestWindowOptions): Promise<TestWindow> => {
  const connection = await connect(options);
  try {
    return await show(connection, options);
  } catch (error) {
    connection.close();
    throw error;
  }
};
