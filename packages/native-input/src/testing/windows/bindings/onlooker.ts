import type { DevicePoint } from '../../../desktop.ts';
import { declareStruct, loadLibrary, out } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';
import { loadFailCall } from '../../../windows/bindings/win32-error.ts';

/** What a program that only looks on sees of the desktop. */
export type Onlooker = {
  pointerAt(): DevicePoint;
  /** The virtual keys that are down, buttons among them; a modifier as its left or right key only. */
  keysDown(): readonly number[];
  /** Locks that are on, by their virtual keys. */
  locksOn(): readonly number[];
  size(): { readonly width: number; readonly height: number };
  swapButtons(swapped: boolean): void;
  /** The text of the first window of these classes, each within the one before; undefined when there is none. */
  readText(classes: readonly string[]): string | undefined;
};

const lastVirtualKey = 254;
/** Shift, Control and Alt without a side. */
const sideless: readonly number[] = [0x10, 0x11, 0x12];
const locks: readonly number[] = [0x14, 0x90, 0x91];
const isDownBit = 0x8000;
const getTextMessage = 0xd;
const textUnits = 65_536;
const metric = { width: 0, height: 1 };

const declareKeyCalls = () => {
  const user32 = loadLibrary('user32');
  const asyncState: (key: number) => number = user32.declare('GetAsyncKeyState', 'int16', ['int']);
  const state: (key: number) => number = user32.declare('GetKeyState', 'int16', ['int']);
  const swap: (swapped: number) => number = user32.declare('SwapMouseButton', 'int', ['int']);
  return { asyncState, state, swap };
};

const declareWindowCalls = () => {
  const user32 = loadLibrary('user32');
  const find: (...parameters: [parent: Handle, after: null, className: string, title: null]) => Handle =
    user32.declare('FindWindowExW', 'void *', ['void *', 'void *', 'str16', 'str16']);
  const send: (...parameters: [window: Handle, message: number, units: number, buffer: Buffer]) => number =
    user32.declare('SendMessageW', 'intptr', ['void *', 'uint32', 'uintptr', 'void *']);
  const metrics: (index: number) => number = user32.declare('GetSystemMetrics', 'int', ['int']);
  return { find, send, metrics };
};

const loadPointer = (): (() => DevicePoint) => {
  const point = declareStruct('POINT', 8, { x: 'int32', y: 'int32' });
  const getCursor: (point: object) => number = loadLibrary('user32').declare('GetCursorPos', 'int', [
    out(point),
  ]);
  const fail = loadFailCall();
  return () => {
    const at: Partial<DevicePoint> = {};
    if (!getCursor(at)) fail('GetCursorPos');
    return { x: at.x ?? 0, y: at.y ?? 0 };
  };
};

export const loadOnlooker = (): Onlooker => {
  const keys = declareKeyCalls();
  const windows = declareWindowCalls();
  const virtualKeys = Array.from({ length: lastVirtualKey }, (_, index) => index + 1);
  return {
    pointerAt: loadPointer(),
    keysDown: () =>
      virtualKeys.filter((key) => !sideless.includes(key) && (keys.asyncState(key) & isDownBit) !== 0),
    locksOn: () => locks.filter((key) => (keys.state(key) & 1) !== 0),
    size: () => ({ width: windows.metrics(metric.width), height: windows.metrics(metric.height) }),
    swapButtons: (swapped) => void keys.swap(swapped ? 1 : 0),
    readText: (classes) => {
      let window: Handle = null;
      for (const className of classes) {
        window = windows.find(window, null, className, null);
        if (window === null) return undefined;
      }
      const buffer = Buffer.alloc(textUnits * 2);
      const units = windows.send(window, getTextMessage, textUnits, buffer);
      return buffer.toString('utf16le', 0, units * 2);
    },
  };
};
