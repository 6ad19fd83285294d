import koffi from 'koffi';
import type { DeviceArea, DevicePoint } from '../../desktop.ts';
import type { Color } from '../../test-picture.ts';
import type { WindowMessage } from '../read-window-message.ts';
import { declarePoint, declareRectangle, rectangleOf } from './geometry.ts';
import type { Rectangle } from './geometry.ts';
import { declareStruct, inOut, loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { lowWord } from './messages.ts';
import { loadFailCall } from './win32-error.ts';
import { loadCreateWindow, openWindowClass } from './window-class.ts';
import type { WindowClass, WindowClassRequest } from './window-class.ts';
import { runWindowLoop } from './window-loop.ts';

export type Fill = (area: DeviceArea, color: Color) => void;

export type OwnWindowRequest = {
  readonly title: string;
  /** Where its inside is to be on the desktop. */
  readonly area: DeviceArea;
  readonly background: Color;
  /** Within the inside. */
  readonly textField: DeviceArea;
  /** Draws the inside, whenever Windows asks for it. Must not throw. */
  readonly paint: (fill: Fill) => void;
  /** Hears every message to the window itself. Must not throw. */
  readonly onMessage: (message: WindowMessage) => void;
};

/** A window of this thread, with a text field of Windows in it. Every call is for the thread that opened it. */
export type OwnWindow = {
  readonly handle: Handle;
  readonly textField: Handle;
  /** Where its inside is on the desktop. */
  inside(): DeviceArea;
  repaint(area: DeviceArea): void;
  takeKeyboard(): void;
  /** Runs until the window is gone. `onSettled` gets the number of each settle request, when no input waits. */
  run(onSettled: (request: number) => void): void;
};

const messages = { destroy: 0x02, paint: 0x0f };
const styles = { visible: 0x10000000, child: 0x40000000, clipChildren: 0x02000000, border: 0x00800000 };
const titled = 0x00c80000;
const multiline = 0x0004 + 0x0040 + 0x1000;
const topmost = 0x8;
const noActivation = 0x10 + 0x4;
const className = 'HarnessSelfTestWindow';
const paintBytes = 72;

const colorRef = ([red, green, blue]: Color): number => red + green * 0x100 + blue * 0x10000;

const declareTypes = () => {
  const rectangle = declareRectangle();
  return {
    point: declarePoint(),
    rectangle,
    paint: declareStruct('PAINTSTRUCT', paintBytes, {
      hdc: 'void *',
      fErase: 'int32',
      rcPaint: rectangle,
      fRestore: 'int32',
      fIncUpdate: 'int32',
      rgbReserved: koffi.array('uint8', 32),
    }),
  };
};

type Types = ReturnType<typeof declareTypes>;

const declareWindowCalls = ({ point, rectangle }: Types) => {
  const user32 = loadLibrary('user32');
  const place: (window: Handle, after: null, ...rest: number[]) => number = user32.declare(
    'SetWindowPos',
    'int',
    ['void *', 'void *', 'int', 'int', 'int', 'int', 'uint32'],
  );
  const getOutside: (window: Handle, rectangle: object) => number = user32.declare('GetWindowRect', 'int', [
    'void *',
    out(rectangle),
  ]);
  const getInside: (window: Handle, rectangle: object) => number = user32.declare('GetClientRect', 'int', [
    'void *',
    out(rectangle),
  ]);
  const toScreen: (window: Handle, at: object) => number = user32.declare('ClientToScreen', 'int', [
    'void *',
    inOut(point),
  ]);
  const setFocus: (window: Handle) => Handle = user32.declare('SetFocus', 'void *', ['void *']);
  const setForeground: (window: Handle) => number = user32.declare('SetForegroundWindow', 'int', ['void *']);
  const endLoop: (exitCode: number) => void = user32.declare('PostQuitMessage', 'void', ['int']);
  const getPosition: () => number = user32.declare('GetMessagePos', 'uint32', []);
  return { place, getOutside, getInside, toScreen, setFocus, setForeground, endLoop, getPosition };
};

const declarePaintCalls = ({ paint, rectangle }: Types) => {
  const user32 = loadLibrary('user32');
  const gdi32 = loadLibrary('gdi32');
  const begin: (window: Handle, paint: object) => Handle = user32.declare('BeginPaint', 'void *', [
    'void *',
    out(paint),
  ]);
  const end: (window: Handle, paint: object) => number = user32.declare('EndPaint', 'int', [
    'void *',
    koffi.pointer(paint),
  ]);
  const fill: (context: Handle, rectangle: Rectangle, brush: Handle) => number = user32.declare(
    'FillRect',
    'int',
    ['void *', koffi.pointer(rectangle), 'void *'],
  );
  const invalidate: (window: Handle, rectangle: Rectangle, erase: number) => number = user32.declare(
    'InvalidateRect',
    'int',
    ['void *', koffi.pointer(rectangle), 'int'],
  );
  const createBrush: (color: number) => Handle = gdi32.declare('CreateSolidBrush', 'void *', ['uint32']);
  const deleteObject: (object: Handle) => number = gdi32.declare('DeleteObject', 'int', ['void *']);
  return { begin, end, fill, invalidate, createBrush, deleteObject };
};

const declareCalls = () => {
  const types = declareTypes();
  return { windows: declareWindowCalls(types), painting: declarePaintCalls(types), fail: loadFailCall() };
};

type Calls = ReturnType<typeof declareCalls>;

const paintWindow = ({ painting }: Calls, window: Handle, paint: (fill: Fill) => void): void => {
  const state = {};
  const context = painting.begin(window, state);
  paint((area, color) => {
    const brush = painting.createBrush(colorRef(color));
    painting.fill(context, rectangleOf(area), brush);
    painting.deleteObject(brush);
  });
  painting.end(window, state);
};

const createHearing =
  (calls: Calls, { paint, onMessage }: OwnWindowRequest): WindowClassRequest['hear'] =>
  ({ window, message, wParam, lParam }) => {
    const position = calls.windows.getPosition();
    onMessage({ message, wParam: lowWord(wParam), lParam: lowWord(lParam), position });
    if (message === messages.paint) {
      paintWindow(calls, window, paint);
      return 0;
    }
    if (message === messages.destroy) calls.windows.endLoop(0);
    return undefined;
  };

const readInside = ({ windows, fail }: Calls, window: Handle): DeviceArea => {
  const rectangle: Partial<Rectangle> = {};
  const origin: DevicePoint = { x: 0, y: 0 };
  if (!windows.getInside(window, rectangle)) fail('GetClientRect');
  if (!windows.toScreen(window, origin)) fail('ClientToScreen');
  return { ...origin, width: rectangle.right ?? 0, height: rectangle.bottom ?? 0 };
};

/** The frame is as Windows scales it, so the outside follows from what the inside came out as. */
const placeInside = (calls: Calls, window: Handle, wanted: DeviceArea): void => {
  const rectangle: Partial<Rectangle> = {};
  if (!calls.windows.getOutside(window, rectangle)) calls.fail('GetWindowRect');
  const { left = 0, top = 0, right = 0, bottom = 0 } = rectangle;
  const inside = readInside(calls, window);
  const x = left + wanted.x - inside.x;
  const y = top + wanted.y - inside.y;
  const width = right - left + wanted.width - inside.width;
  const height = bottom - top + wanted.height - inside.height;
  if (!calls.windows.place(window, null, x, y, width, height, noActivation)) calls.fail('SetWindowPos');
};

const createWindows = (calls: Calls, windowClass: WindowClass, request: OwnWindowRequest) => {
  const handle = windowClass.createWindow({
    ...{ title: request.title, area: request.area, extendedStyle: topmost },
    style: titled + styles.visible + styles.clipChildren,
  });
  placeInside(calls, handle, request.area);
  const field = {
    ...{ title: '', area: request.textField, extendedStyle: 0 },
    style: styles.child + styles.visible + styles.border + multiline,
  };
  return { handle, textField: loadCreateWindow()('EDIT', field, handle) };
};

/** Opens the window in front of all others. One a process; the thread has to `run` it. */
export const openOwnWindow = (request: OwnWindowRequest): OwnWindow => {
  const calls = declareCalls();
  const { windows, painting } = calls;
  const background = painting.createBrush(colorRef(request.background));
  const windowClass = openWindowClass({ name: className, hear: createHearing(calls, request), background });
  const close = () => {
    windowClass.close();
    painting.deleteObject(background);
  };
  try {
    const { handle, textField } = createWindows(calls, windowClass, request);
    return {
      ...{ handle, textField },
      inside: () => readInside(calls, handle),
      repaint: (area) => void painting.invalidate(handle, rectangleOf(area), 0),
      takeKeyboard: () => {
        windows.setForeground(handle);
        windows.setFocus(handle);
      },
      run: (onSettled) => {
        try {
          runWindowLoop(onSettled);
        } finally {
          close();
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
};
