import koffi from 'koffi';
import type { DeviceArea } from '../../desktop.ts';
import { declareStruct, loadLibrary } from './load-library.ts';

/** What MOUSEINPUT and KEYBDINPUT hold, in their own units and flags. */
export type InputEvent =
  | {
      readonly kind: 'mouse';
      readonly x: number;
      readonly y: number;
      readonly data: number;
      readonly flags: number;
    }
  | {
      readonly kind: 'key';
      readonly virtualKey: number;
      readonly scanCode: number;
      readonly flags: number;
    };

export type InputSender = {
  /** Answers how many of the events Windows took; none while input is blocked. */
  send(events: readonly InputEvent[]): number;
  /** The area that absolute moves span: all monitors together. */
  virtualDesktop(): DeviceArea;
  /** Whether the person has the right button act as the left one and the other way round. */
  areButtonsSwapped(): boolean;
};

const inputBytes = 40;
const mouseInput = 0;
const keyboardInput = 1;

/** Declares INPUT and asserts its size; koffi lays it out alike on every 64-bit system. */
export const declareInput = () => {
  const mouse = declareStruct('MOUSEINPUT', 32, {
    dx: 'int32',
    dy: 'int32',
    mouseData: 'int32',
    dwFlags: 'uint32',
    time: 'uint32',
    dwExtraInfo: 'uint64',
  });
  const keyboard = declareStruct('KEYBDINPUT', 24, {
    wVk: 'uint16',
    wScan: 'uint16',
    dwFlags: 'uint32',
    time: 'uint32',
    dwExtraInfo: 'uint64',
  });
  return declareStruct('INPUT', inputBytes, {
    type: 'uint32',
    input: koffi.union({ mouse, keyboard }),
  });
};

/** Without a time of its own, so that Windows gives the time of arrival. */
const toNative = (event: InputEvent): object => {
  const common = { dwFlags: event.flags, time: 0, dwExtraInfo: 0 };
  if (event.kind === 'key') {
    const keyboard = { wVk: event.virtualKey, wScan: event.scanCode, ...common };
    return { type: keyboardInput, input: { keyboard } };
  }
  const mouse = { dx: event.x, dy: event.y, mouseData: event.data, ...common };
  return { type: mouseInput, input: { mouse } };
};

const metrics = { swapped: 23, x: 76, y: 77, width: 78, height: 79 } as const;

export const loadInputSender = (): InputSender => {
  const user32 = loadLibrary('user32');
  const sendInput: (count: number, events: readonly object[], size: number) => number = user32.declare(
    'SendInput',
    'uint32',
    ['uint32', koffi.pointer(declareInput()), 'int'],
  );
  const getMetric: (metric: number) => number = user32.declare('GetSystemMetrics', 'int', ['int']);
  return {
    send: (events) => sendInput(events.length, events.map(toNative), inputBytes),
    virtualDesktop: () => ({
      x: getMetric(metrics.x),
      y: getMetric(metrics.y),
      width: getMetric(metrics.width),
      height: getMetric(metrics.height),
    }),
    areButtonsSwapped: () => getMetric(metrics.swapped) !== 0,
  };
};
