import type { DevicePoint } from '../../../desktop.ts';
import { declareStruct, loadLibrary, out } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';
import { loadFailCall } from '../../../windows/bindings/win32-error.ts';

export type Size = { readonly width: number; readonly height: number };

/** What a program that only looks on sees of the desktop. */
export type Onlooker = {
  pointerAt(): DevicePoint;
  /** The virtual keys that are down, buttons among them; a modifier as its left or right key only. */
  keysDown(): readonly number[];
  size(): Size;
  /** Gives the primary monitor another mode, or its usual one. */
  setMode(size: Size | undefined): void;
  /** The class of the window that the keyboard goes to; empty when there is none. */
  foreground(): string;
  /** The classes of all windows that are in no other one. */
  windowClasses(): readonly string[];
  /** The text of the first window of these classes, each within the one before; undefined when there is none. */
  readText(classes: readonly string[]): string | undefined;
};

const lastVirtualKey = 254;
/** Shift, Control and Alt without a side. */
const sideless: readonly number[] = [0x10, 0x11, 0x12];
const isDownBit = 0x8000;
const getTextMessage = 0xd;
const textUnits = 65_536;
const classUnits = 256;
const metric = { width: 0, height: 1 };
/** Of DEVMODEW. */
const modeBytes = 220;
const modeOffsets = { size: 68, fields: 72, width: 172, height: 176 };
const widthAndHeight = 0x180000;

const declareKeyCalls = () => {
  const user32 = loadLibrary('user32');
  const asyncState: (key: number) => number = user32.declare('GetAsyncKeyState', 'int16', ['int']);
  return { asyncState };
};

const declareWindowCalls = () => {
  const user32 = loadLibrary('user32');
  const find: (
    ...parameters: [parent: Handle, after: Handle, className: string | null, title: null]
  ) => Handle = user32.declare('FindWindowExW', 'void *', ['void *', 'void *', 'str16', 'str16']);
  const send: (...parameters: [window: Handle, message: number, units: number, buffer: Buffer]) => number =
    user32.declare('SendMessageW', 'intptr', ['void *', 'uint32', 'uintptr', 'void *']);
  const metrics: (index: number) => number = user32.declare('GetSystemMetrics', 'int', ['int']);
  const getForeground: () => Handle = user32.declare('GetForegroundWindow', 'void *', []);
  const getClass: (window: Handle, name: Buffer, units: number) => number = user32.declare(
    'GetClassNameW',
    'int',
    ['void *', 'void *', 'int'],
  );
  return { find, send, metrics, getForeground, getClass };
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

const loadSetMode = (): ((size: Size | undefined) => void) => {
  const change: (...parameters: [device: null, mode: Buffer | null, ...rest: (number | null)[]]) => number =
    loadLibrary('user32').declare('ChangeDisplaySettingsExW', 'int32', [
      ...['void *', 'void *', 'void *', 'uint32', 'void *'],
    ]);
  const toMode = ({ width, height }: Size): Buffer => {
    const mode = Buffer.alloc(modeBytes);
    mode.writeUInt16LE(modeBytes, modeOffsets.size);
    mode.writeUInt32LE(widthAndHeight, modeOffsets.fields);
    mode.writeUInt32LE(width, modeOffsets.width);
    mode.writeUInt32LE(height, modeOffsets.height);
    return mode;
  };
  return (size) => {
    const result = change(null, size ? toMode(size) : null, null, 0, null);
    if (result !== 0) throw new Error(`ChangeDisplaySettingsExW answered ${result}.`);
  };
};

export const loadOnlooker = (): Onlooker => {
  const keys = declareKeyCalls();
  const windows = declareWindowCalls();
  const classOf = (window: Handle): string => {
    const name = Buffer.alloc(classUnits * 2);
    const units = windows.getClass(window, name, classUnits);
    return name.toString('utf16le', 0, units * 2);
  };
  const virtualKeys = Array.from({ length: lastVirtualKey }, (_, index) => index + 1);
  return {
    pointerAt: loadPointer(),
    keysDown: () =>
      virtualKeys.filter((key) => !sideless.includes(key) && (keys.asyncState(key) & isDownBit) !== 0),
    size: () => ({ width: windows.metrics(metric.width), height: windows.metrics(metric.height) }),
    setMode: loadSetMode(),
    foreground: () => classOf(windows.getForeground()),
    windowClasses: () => {
      const classes: string[] = [];
      const next = (window: Handle) => windows.find(null, window, null, null);
      for (let window = next(null); window !== null; window = next(window)) classes.push(classOf(window));
      return classes;
    },
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
