import koffi from 'koffi';
import { declareCallback, declareStruct, loadLibrary, out } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';
import { loadFailCall } from '../../../windows/bindings/win32-error.ts';
import type { WindowMessage } from '../window-message.ts';

/** A window of ours on this thread. */
export type RecordingWindow = {
  /** Hears messages from now on, and nothing else of this thread goes on: `onWake` is called for each wake-up. */
  run(onWake: () => void): void;
  /** Takes every message that waits, in order. */
  takeWaiting(): void;
  /** Makes it the one that the keyboard goes to. */
  focus(): void;
  /** Whether a lock such as CapsLock is on, as the last message that was taken found it. */
  isLocked(virtualKey: number): boolean;
  readonly threadId: number;
};

type Word = bigint | number;
type WindowProcedure = (window: Handle, message: number, ...data: [Word, Word]) => Word;

const style = { popup: 0x80000000, visible: 0x10000000 };
const tellDoubleClicks = 8;
const arrowCursor = 32512;
const take = 1;
const wakeMessage = 0x8000;
const isOnBit = 1;
const windowClassBytes = 80;
const messageBytes = 48;
const className = 'HarnessRecordingWindow';

/** From the first to the last, what a person does to a window. */
const recorded: readonly (readonly [first: number, last: number])[] = [
  [0x100, 0x109],
  [0x200, 0x20e],
];

const declareTypes = () => {
  const procedure = declareCallback('WNDPROC', 'intptr', ['void *', 'uint32', 'uintptr', 'intptr']);
  return {
    procedure,
    windowClass: declareStruct('WNDCLASSEXW', windowClassBytes, {
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
    message: declareStruct('MSG', messageBytes, {
      hwnd: 'void *',
      message: 'uint32',
      wParam: 'uintptr',
      lParam: 'intptr',
      time: 'uint32',
      pt: declareStruct('POINT', 8, { x: 'int32', y: 'int32' }),
    }),
  };
};

const declareWindowCalls = () => {
  const { procedure, windowClass } = declareTypes();
  const user32 = loadLibrary('user32');
  const byDefault: WindowProcedure = user32.declare('DefWindowProcW', 'intptr', [
    ...['void *', 'uint32', 'uintptr', 'intptr'],
  ]);
  const registerClass: (description: object) => number = user32.declare('RegisterClassExW', 'uint16', [
    koffi.pointer(windowClass),
  ]);
  const create: (...parameters: (number | string | Handle)[]) => Handle = user32.declare(
    'CreateWindowExW',
    'void *',
    [
      ...['uint32', 'str16', 'str16', 'uint32', 'int', 'int', 'int', 'int'],
      ...['void *', 'void *', 'void *', 'void *'],
    ],
  );
  const loadCursor: (module: null, name: number) => Handle = user32.declare('LoadCursorW', 'void *', [
    ...['void *', 'intptr'],
  ]);
  const createBrush: (color: number) => Handle = loadLibrary('gdi32').declare('CreateSolidBrush', 'void *', [
    'uint32',
  ]);
  const getModule: (name: null) => Handle = loadLibrary('kernel32').declare('GetModuleHandleW', 'void *', [
    'str16',
  ]);
  const setForeground: (window: Handle) => number = user32.declare('SetForegroundWindow', 'int', ['void *']);
  const setFocus: (window: Handle) => Handle = user32.declare('SetFocus', 'void *', ['void *']);
  return {
    ...{ procedure, byDefault, registerClass, create, loadCursor, createBrush, getModule },
    ...{ setForeground, setFocus },
  };
};

type Message = { readonly message: number };

const declareLoop = () => {
  const { message: type } = declareTypes();
  const user32 = loadLibrary('user32');
  const get: (message: object, window: null, ...range: [number, number]) => number = user32.declare(
    'GetMessageW',
    'int',
    [out(type), 'void *', 'uint32', 'uint32'],
  );
  const peek: (message: object, window: null, ...range: [number, number, number]) => number = user32.declare(
    'PeekMessageW',
    'int',
    [out(type), 'void *', 'uint32', 'uint32', 'uint32'],
  );
  const translate: (message: object) => number = user32.declare('TranslateMessage', 'int', [
    koffi.pointer(type),
  ]);
  const dispatch: (message: object) => unknown = user32.declare('DispatchMessageW', 'intptr', [
    koffi.pointer(type),
  ]);
  const handle = (message: object): void => {
    translate(message);
    dispatch(message);
  };
  const takeWaiting = (): void => {
    for (const message = {}; peek(message, null, 0, 0, take) !== 0;) handle(message);
  };
  const run = (onWake: () => void): void => {
    for (const message: Partial<Message> = {}; get(message, null, 0, 0) > 0;) {
      if (message.message === wakeMessage) onWake();
      else handle(message);
    }
  };
  return { run, takeWaiting };
};

/** Of a key or the pointer; what is in a message that means something else may be an address. */
const isRecorded = (message: number): boolean =>
  recorded.some(([first, last]) => message >= first && message <= last);

export type WindowRequest = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Red is the lowest byte. */
  readonly color: number;
  readonly onMessage: (message: WindowMessage) => void;
};

/** Opens a window without a frame in the upper left corner, which is open as long as this process runs. */
export const openRecordingWindow = (request: WindowRequest): RecordingWindow => {
  const { title, width, height, color, onMessage } = request;
  const calls = declareWindowCalls();
  const fail = loadFailCall();
  const getTime: () => number = loadLibrary('user32').declare('GetMessageTime', 'int32', []);
  const hear: WindowProcedure = (window, message, ...data) => {
    if (!isRecorded(message)) return calls.byDefault(window, message, ...data);
    const [wParam, lParam] = data.map((word) => Number(BigInt.asUintN(32, BigInt(word))));
    onMessage({ message, wParam: wParam ?? 0, lParam: lParam ?? 0, timeMs: getTime() });
    // Windows would open a menu for Alt or F10 and then keep what follows from us.
    return 0;
  };
  const module = calls.getModule(null);
  const description = {
    ...{ cbSize: windowClassBytes, style: tellDoubleClicks, cbClsExtra: 0, cbWndExtra: 0 },
    ...{ hInstance: module, lpszClassName: className, lpszMenuName: null, hIcon: null, hIconSm: null },
    lpfnWndProc: koffi.register(hear, calls.procedure),
    hCursor: calls.loadCursor(null, arrowCursor),
    hbrBackground: calls.createBrush(color),
  };
  if (!calls.registerClass(description)) fail('RegisterClassExW');
  const place = [style.popup + style.visible, 0, 0, width, height];
  const handle =
    calls.create(0, className, title, ...place, null, null, module, null) ?? fail('CreateWindowExW');
  const keyState: (key: number) => number = loadLibrary('user32').declare('GetKeyState', 'int16', ['int']);
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  return {
    ...declareLoop(),
    threadId: currentThread(),
    isLocked: (virtualKey) => (keyState(virtualKey) & isOnBit) !== 0,
    focus: () => {
      calls.setForeground(handle);
      calls.setFocus(handle);
    },
  };
};
