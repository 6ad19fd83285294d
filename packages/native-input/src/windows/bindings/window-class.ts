import koffi from 'koffi';
import type { DeviceArea } from '../../desktop.ts';
import { declareCallback, declareStruct, loadLibrary } from './load-library.ts';
import type { Handle } from './load-library.ts';
import type { Word } from './messages.ts';
import { loadFailCall } from './win32-error.ts';

type HeardMessage = {
  readonly window: Handle;
  readonly message: number;
  readonly wParam: Word;
  readonly lParam: Word;
};

export type WindowClassRequest = {
  /** One that no other class of this process has. */
  readonly name: string;
  /** Answers a message to a window of the class; undefined leaves it to Windows. Must not throw. */
  readonly hear: (message: HeardMessage) => number | undefined;
  /** None for windows that are never shown. */
  readonly background?: Handle;
};

export type WindowRequest = {
  readonly title: string;
  readonly style: number;
  readonly extendedStyle: number;
  readonly area: DeviceArea;
};

export type WindowClass = {
  /** For the thread that opened the class, which is the one that hears. */
  createWindow(request: WindowRequest): Handle;
  /** After its last window is gone. */
  close(): void;
};

type WindowProcedure = (window: Handle, message: number, ...data: [Word, Word]) => Word;

const classBytes = 80;
const tellDoubleClicks = 0x8;
const arrowCursor = 32512;

const declareTypes = () => {
  const procedure = declareCallback('WNDPROC', 'intptr', ['void *', 'uint32', 'uintptr', 'intptr']);
  return {
    procedure,
    windowClass: declareStruct('WNDCLASSEXW', classBytes, {
      cbSize: 'uint32',
      style: 'uint32',
      lpfnWndProc: procedure,
      cbClsExtra: 'int32',
      cbWndExtra: 'int32',
      hInstance: 'void *',
      hIcon: 'void *',
      hCursor: 'void *',
      hbrBackground: 'void *',
      lpszMenuName: 'str16',
      lpszClassName: 'str16',
      hIconSm: 'void *',
    }),
  };
};

const declareCalls = () => {
  const { procedure, windowClass } = declareTypes();
  const user32 = loadLibrary('user32');
  const byDefault: WindowProcedure = user32.declare('DefWindowProcW', 'intptr', [
    ...['void *', 'uint32', 'uintptr', 'intptr'],
  ]);
  const register: (description: object) => number = user32.declare('RegisterClassExW', 'uint16', [
    koffi.pointer(windowClass),
  ]);
  const remove: (name: string, module: Handle) => number = user32.declare('UnregisterClassW', 'int', [
    ...['str16', 'void *'],
  ]);
  const loadCursor: (module: null, name: number) => Handle = user32.declare('LoadCursorW', 'void *', [
    ...['void *', 'intptr'],
  ]);
  return { procedure, byDefault, register, remove, loadCursor };
};

/** The executable, whose classes ours are among. */
const readModule = (): Handle => {
  const getModule: (name: null) => Handle = loadLibrary('kernel32').declare('GetModuleHandleW', 'void *', [
    'str16',
  ]);
  return getModule(null);
};

/** Gives a function that makes windows of a class, within another one if there is a parent. */
export const loadCreateWindow = () => {
  const create: (...parameters: (number | string | Handle)[]) => Handle = loadLibrary('user32').declare(
    'CreateWindowExW',
    'void *',
    [
      ...['uint32', 'str16', 'str16', 'uint32', 'int', 'int', 'int', 'int'],
      ...['void *', 'void *', 'void *', 'void *'],
    ],
  );
  const module = readModule();
  const fail = loadFailCall();
  return (className: string, request: WindowRequest, parent: Handle = null): Handle => {
    const { title, style, extendedStyle } = request;
    const { x, y, width, height } = request.area;
    const look = [extendedStyle, className, title, style];
    return create(...look, x, y, width, height, parent, null, module, null) ?? fail('CreateWindowExW');
  };
};

/** Opens a class of windows whose messages come to `hear`. Whoever opens it closes it. */
export const openWindowClass = ({ name, hear, background = null }: WindowClassRequest): WindowClass => {
  const calls = declareCalls();
  const createWindow = loadCreateWindow();
  const fail = loadFailCall();
  const answer: WindowProcedure = (window, message, ...data) =>
    hear({ window, message, wParam: data[0], lParam: data[1] }) ?? calls.byDefault(window, message, ...data);
  const module = readModule();
  const procedure = koffi.register(answer, calls.procedure);
  const close = () => {
    calls.remove(name, module);
    koffi.unregister(procedure);
  };
  const description = {
    ...{ cbSize: classBytes, style: tellDoubleClicks, cbClsExtra: 0, cbWndExtra: 0 },
    ...{ hInstance: module, lpszClassName: name, lpszMenuName: null, hIcon: null, hIconSm: null },
    ...{ lpfnWndProc: procedure, hCursor: calls.loadCursor(null, arrowCursor), hbrBackground: background },
  };
  try {
    if (!calls.register(description)) fail('RegisterClassExW');
  } catch (error) {
    close();
    throw error;
  }
  return { createWindow: (request) => createWindow(name, request), close };
};
