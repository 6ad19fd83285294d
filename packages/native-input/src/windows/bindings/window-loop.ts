import koffi from 'koffi';
import { declareStruct, loadLibrary, out } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

export type Word = bigint | number;
type Message = { readonly message: number; readonly wParam: Word };

/** WM_APP + 1, with a number of the sender's. */
export const settleMessage = 0x8001;
const quitMessage = 0x12;
const take = 1;
const messageBytes = 48;

export const lowWord = (word: Word): number => Number(BigInt.asUintN(32, BigInt(word)));

const declareCalls = () => {
  const user32 = loadLibrary('user32');
  const type = declareStruct('MSG', messageBytes, {
    hwnd: 'void *',
    message: 'uint32',
    wParam: 'uintptr',
    lParam: 'intptr',
    time: 'uint32',
    pt: declareStruct('POINT', 8, { x: 'int32', y: 'int32' }),
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

/**
 * Runs the message loop of a thread's windows until it is told to quit. Windows hands over what was posted before
 * input, so a settle message is answered, by `onSettled`, only when nothing waits any more.
 */
export const runWindowLoop = (onSettled: (request: number) => void): void => {
  const { get, peek, translate, dispatch } = declareCalls();
  const fail = loadFailCall();
  const settling: number[] = [];
  const handle = (received: Partial<Message>): void => {
    if (received.message === settleMessage) {
      settling.push(lowWord(received.wParam ?? 0));
      return;
    }
    translate(received);
    dispatch(received);
  };
  for (;;) {
    const received: Partial<Message> = {};
    const isWaiting = peek(received, null, 0, 0, take) !== 0;
    if (!isWaiting) {
      for (const request of settling.splice(0)) onSettled(request);
      const answer = get(received, null, 0, 0);
      if (answer < 0) fail('GetMessageW');
    }
    if (received.message === quitMessage) return;
    handle(received);
  }
};
