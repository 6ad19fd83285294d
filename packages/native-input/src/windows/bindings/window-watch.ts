import type { DevicePoint } from '../../desktop.ts';
import { declarePoint } from './geometry.ts';
import { loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { settleMessage } from './window-loop.ts';

/** What can be asked of windows from any thread. */
export type WindowWatch = {
  /** The window at this point that is no part of another one. */
  topWindowAt(point: DevicePoint): Handle;
  /** The one that has the keyboard. */
  foreground(): Handle;
  giveForeground(window: Handle): void;
  /** Undefined when its thread does not answer. */
  readText(window: Handle): string | undefined;
  /** False when the window is gone. */
  askToSettle(window: Handle, request: number): boolean;
  askToClose(window: Handle): boolean;
};

const rootWindow = 2;
const closeMessage = 0x10;
const getTextMessage = 0x0d;
const giveUpOnHung = 2;
const answerTimeoutMs = 1_000;
const textUnits = 4_096;

const declareMessageCalls = () => {
  const user32 = loadLibrary('user32');
  const post: (window: Handle, message: number, ...data: [number, number]) => number = user32.declare(
    'PostMessageW',
    'int',
    ['void *', 'uint32', 'uintptr', 'intptr'],
  );
  const send: (
    ...parameters: [
      window: Handle,
      message: number,
      units: number,
      buffer: Buffer,
      flags: number,
      timeoutMs: number,
      result: (bigint | number)[],
    ]
  ) => number | bigint = user32.declare('SendMessageTimeoutW', 'intptr', [
    ...['void *', 'uint32', 'uintptr', 'void *', 'uint32', 'uint32'],
    out('uintptr'),
  ]);
  return { post, send };
};

export const loadWindowWatch = (): WindowWatch => {
  const user32 = loadLibrary('user32');
  const point = declarePoint();
  const windowAt: (at: DevicePoint) => Handle = user32.declare('WindowFromPoint', 'void *', [point]);
  const ancestor: (window: Handle, kind: number) => Handle = user32.declare('GetAncestor', 'void *', [
    'void *',
    'uint32',
  ]);
  const foreground: () => Handle = user32.declare('GetForegroundWindow', 'void *', []);
  const setForeground: (window: Handle) => number = user32.declare('SetForegroundWindow', 'int', ['void *']);
  const { post, send } = declareMessageCalls();
  return {
    topWindowAt: (at) => {
      const window = windowAt(at);
      return window === null ? null : ancestor(window, rootWindow);
    },
    foreground,
    giveForeground: (window) => void setForeground(window),
    readText: (window) => {
      const buffer = Buffer.alloc(textUnits * 2);
      const units: (bigint | number)[] = [0];
      const answer = send(
        ...([window, getTextMessage, textUnits, buffer, giveUpOnHung, answerTimeoutMs, units] as const),
      );
      return Number(answer) === 0 ? undefined : buffer.toString('utf16le', 0, Number(units[0] ?? 0) * 2);
    },
    askToSettle: (window, request) => post(window, settleMessage, request, 0) !== 0,
    askToClose: (window) => post(window, closeMessage, 0, 0) !== 0,
  };
};
