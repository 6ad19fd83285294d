import koffi from 'koffi';
import { declareCallback, declareStruct, loadLibrary } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

/** Closing is for the thread that opened it. */
export type HiddenWindow = { close(): void };

type Word = bigint | number;
type WindowProcedure = (window: Handle, message: number, ...data: [Word, Word]) => unknown;

const classBytes = 80;
const popup = 0x80000000;
/** In no task bar, and never active. */
const toolWindowWithoutActivation = 0x08000080;

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
  const getModule: (name: null) => Handle = loadLibrary('kernel32').declare('GetModuleHandleW', 'void *', [
    'str16',
  ]);
  const registerClass: (description: object) => number = user32.declare('RegisterClassExW', 'uint16', [
    koffi.pointer(windowClass),
  ]);
  const removeClass: (name: string, module: Handle) => number = user32.declare('UnregisterClassW', 'int', [
    ...['str16', 'void *'],
  ]);
  const create: (...parameters: (number | string | Handle)[]) => Handle = user32.declare(
    'CreateWindowExW',
    'void *',
    [
      ...['uint32', 'str16', 'str16', 'uint32', 'int', 'int', 'int', 'int'],
      ...['void *', 'void *', 'void *', 'void *'],
    ],
  );
  const destroy: (window: Handle) => number = user32.declare('DestroyWindow', 'int', ['void *']);
  return { procedure, byDefault, getModule, registerClass, removeClass, create, destroy };
};

/**
 * Opens a window that is never shown and hears what Windows tells all windows. `name` is one that no other of this
 * process has; `onMessage` gets the number of each message and must not throw.
 */
export const openHiddenWindow = (name: string, onMessage: (message: number) => void): HiddenWindow => {
  const calls = declareCalls();
  const fail = loadFailCall();
  const hear: WindowProcedure = (window, message, ...data) => {
    onMessage(message);
    return calls.byDefault(window, message, ...data);
  };
  const module = calls.getModule(null);
  const procedure = koffi.register(hear, calls.procedure);
  const removeClass = () => {
    calls.removeClass(name, module);
    koffi.unregister(procedure);
  };
  const windowClass = { cbSize: classBytes, lpfnWndProc: procedure, hInstance: module, lpszClassName: name };
  const unused = { style: 0, cbClsExtra: 0, cbWndExtra: 0, hIcon: null, hCursor: null, hIconSm: null };
  try {
    const isRegistered = calls.registerClass({
      ...windowClass,
      ...unused,
      hbrBackground: null,
      lpszMenuName: null,
    });
    if (!isRegistered) fail('RegisterClassExW');
    const look = [toolWindowWithoutActivation, name, null, popup, 0, 0, 0, 0];
    const window = calls.create(...look, null, null, module, null) ?? fail('CreateWindowExW');
    return {
      close: () => {
        calls.destroy(window);
        removeClass();
      },
    };
  } catch (error) {
    removeClass();
    throw error;
  }
};
