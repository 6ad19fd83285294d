import koffi from 'koffi';
import { declarePoint } from './geometry.ts';
import { declareStruct, loadLibrary, out } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

export type Word = bigint | number;

/** One that Windows holds for this thread. */
type QueuedMessage = { readonly message: number; readonly wParam: Word };

/** The messages of the thread that loads it. */
export type MessageQueue = {
  /** Takes the next one, for which the whole thread waits; undefined once the thread is told to quit. */
  next(): QueuedMessage | undefined;
  /** Takes the next one if there is one. */
  takeWaiting(): QueuedMessage | undefined;
  /** Has its window hear it, and the characters that its key gives. */
  dispatch(message: QueuedMessage): void;
};

export const quitMessage = 0x12;
const messageBytes = 48;
const remove = 1;

export const lowWord = (word: Word): number => Number(BigInt.asUintN(32, BigInt(word)));

const declareCalls = () => {
  const user32 = loadLibrary('user32');
  const type = declareStruct('MSG', messageBytes, {
    hwnd: 'void *',
    message: 'uint32',
    wParam: 'uintptr',
    lParam: 'intptr',
    time: 'uint32',
    pt: declarePoint(),
  });
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
  return { get, peek, translate, dispatch };
};

export const loadMessageQueue = (): MessageQueue => {
  const { get, peek, translate, dispatch } = declareCalls();
  const fail = loadFailCall();
  return {
    next: () => {
      const message = { message: 0, wParam: 0 };
      const answer = get(message, null, 0, 0);
      if (answer < 0) fail('GetMessageW');
      return answer === 0 ? undefined : message;
    },
    takeWaiting: () => {
      const message = { message: 0, wParam: 0 };
      return peek(message, null, 0, 0, remove) === 0 ? undefined : message;
    },
    dispatch: (message) => {
      translate(message);
      dispatch(message);
    },
  };
};
