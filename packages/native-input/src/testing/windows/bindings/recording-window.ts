import { loadLibrary } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';
import { loadMessageQueue, lowWord } from '../../../windows/bindings/messages.ts';
import { openWindowClass } from '../../../windows/bindings/window-class.ts';
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

const style = { popup: 0x80000000, visible: 0x10000000 };
const wakeMessage = 0x8000;
const isOnBit = 1;
const className = 'HarnessRecordingWindow';

/** From the first to the last, what a person does to a window. */
const recorded: readonly (readonly [first: number, last: number])[] = [
  [0x100, 0x109],
  [0x200, 0x20e],
];

const declareCalls = () => {
  const user32 = loadLibrary('user32');
  const getTime: () => number = user32.declare('GetMessageTime', 'int32', []);
  const createBrush: (color: number) => Handle = loadLibrary('gdi32').declare('CreateSolidBrush', 'void *', [
    'uint32',
  ]);
  const setForeground: (window: Handle) => number = user32.declare('SetForegroundWindow', 'int', ['void *']);
  const setFocus: (window: Handle) => Handle = user32.declare('SetFocus', 'void *', ['void *']);
  const keyState: (key: number) => number = user32.declare('GetKeyState', 'int16', ['int']);
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  return { getTime, createBrush, setForeground, setFocus, keyState, currentThread };
};

const createLoop = (): Pick<RecordingWindow, 'run' | 'takeWaiting'> => {
  const queue = loadMessageQueue();
  return {
    takeWaiting: () => {
      for (let next = queue.takeWaiting(); next; next = queue.takeWaiting()) queue.dispatch(next);
    },
    run: (onWake) => {
      for (let next = queue.next(); next; next = queue.next()) {
        if (next.message === wakeMessage) onWake();
        else queue.dispatch(next);
      }
    },
  };
};

/** Of a key or the pointer; what is in a message that means something else may be an address. */
const isRecorded = (message: number): boolean =>
  recorded.some(([first, last]) => message >= first && message <= last);

export type RecordingWindowRequest = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Red is the lowest byte. */
  readonly color: number;
  readonly onMessage: (message: WindowMessage) => void;
};

/** Opens a window without a frame in the upper left corner, which is open as long as this process runs. */
export const openRecordingWindow = (request: RecordingWindowRequest): RecordingWindow => {
  const { title, width, height, color, onMessage } = request;
  const { getTime, createBrush, setForeground, setFocus, keyState, currentThread } = declareCalls();
  const windowClass = openWindowClass({
    name: className,
    hear: ({ message, wParam, lParam }) => {
      if (!isRecorded(message)) return undefined;
      onMessage({ message, wParam: lowWord(wParam), lParam: lowWord(lParam), timeMs: getTime() });
      // Windows would open a menu for Alt or F10 and then keep what follows from us.
      return 0;
    },
    background: createBrush(color),
  });
  const area = { x: 0, y: 0, width, height };
  const handle = windowClass.createWindow({
    ...{ title, area, style: style.popup + style.visible, extendedStyle: 0 },
  });
  return {
    ...createLoop(),
    threadId: currentThread(),
    isLocked: (virtualKey) => (keyState(virtualKey) & isOnBit) !== 0,
    focus: () => {
      setForeground(handle);
      setFocus(handle);
    },
  };
};
