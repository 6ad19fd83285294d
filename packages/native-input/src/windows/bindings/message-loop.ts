import koffi from 'koffi';
import { openHiddenWindow } from './hidden-window.ts';
import { declareStruct, loadLibrary, out } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

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
const quitMessage = 0x12;
/** WM_SETTINGCHANGE, WM_DISPLAYCHANGE and WM_DPICHANGED. */
const displayMessages: readonly number[] = [0x1a, 0x7e, 0x2e0];
const messageBytes = 48;

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

type Message = { readonly message: number };

const declareCalls = () => {
  const user32 = loadLibrary('user32');
  const message = declareStruct('MSG', messageBytes, {
    hwnd: 'void *',
    message: 'uint32',
    wParam: 'uintptr',
    lParam: 'intptr',
    time: 'uint32',
    pt: declareStruct('POINT', 8, { x: 'int32', y: 'int32' }),
  });
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  const getMessage: (message: object, window: null, ...range: [number, number]) => number = user32.declare(
    'GetMessageW',
    'int',
    [out(message), 'void *', 'uint32', 'uint32'],
  );
  const dispatch: (message: object) => unknown = user32.declare('DispatchMessageW', 'intptr', [
    koffi.pointer(message),
  ]);
  return { currentThread, getMessage, dispatch };
};

/** Runs the message loop of Windows on this thread, which does nothing else until it is told to quit. */
export const runMessageLoop = ({ onReady, onWake, onDisplayChange }: MessageHandlers): void => {
  const { currentThread, getMessage, dispatch } = declareCalls();
  const fail = loadFailCall();
  const threadId = currentThread();
  const window = openHiddenWindow(`HarnessDesktopScreen${threadId}`, (message) => {
    if (displayMessages.includes(message)) onDisplayChange();
  });
  try {
    onReady(threadId);
    for (;;) {
      const message: Partial<Message> = {};
      const answer = getMessage(message, null, 0, 0);
      if (answer === 0) return;
      if (answer < 0) fail('GetMessageW');
      if (message.message === wakeMessage) onWake();
      else dispatch(message);
    }
  } finally {
    window.close();
  }
};
