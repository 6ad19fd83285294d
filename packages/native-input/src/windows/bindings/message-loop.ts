import { openHiddenWindow } from './hidden-window.ts';
import { loadLibrary } from './load-library.ts';
import { loadMessageQueue, quitMessage } from './messages.ts';

export type MessageHandlers = {
  /** Called once, when messages can be sent to this thread. */
  readonly onReady: (threadId: number) => void;
  /** {@link ThreadMessages.wake} was called. */
  readonly onWake: () => void;
  /** Windows says that monitors, or something that may go with them, changed. */
  readonly onDisplayChange: () => void;
};

/** Sends messages to a thread that runs a loop. False when there is no such thread any more. */
export type ThreadMessages = {
  wake(threadId: number): boolean;
  quit(threadId: number): boolean;
};

const wakeMessage = 0x8000;
/** WM_SETTINGCHANGE, WM_DISPLAYCHANGE and WM_DPICHANGED. */
const displayMessages: readonly number[] = [0x1a, 0x7e, 0x2e0];

export const loadThreadMessages = (): ThreadMessages => {
  const user32 = loadLibrary('user32');
  const post: (threadId: number, message: number, ...data: [number, number]) => number = user32.declare(
    'PostThreadMessageW',
    'int',
    ['uint32', 'uint32', 'uintptr', 'intptr'],
  );
  return {
    wake: (threadId) => post(threadId, wakeMessage, 0, 0) !== 0,
    quit: (threadId) => post(threadId, quitMessage, 0, 0) !== 0,
  };
};

/** Runs the message loop of Windows on this thread, which does nothing else until it is told to quit. */
export const runMessageLoop = ({ onReady, onWake, onDisplayChange }: MessageHandlers): void => {
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  const queue = loadMessageQueue();
  const threadId = currentThread();
  const window = openHiddenWindow(`HarnessDesktopScreen${threadId}`, (message) => {
    if (displayMessages.includes(message)) onDisplayChange();
  });
  try {
    onReady(threadId);
    for (let next = queue.next(); next; next = queue.next()) {
      if (next.message === wakeMessage) onWake();
      else queue.dispatch(next);
    }
  } finally {
    window.close();
  }
};
