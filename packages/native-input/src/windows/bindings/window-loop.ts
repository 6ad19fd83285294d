import { loadMessageQueue, lowWord, quitMessage } from './messages.ts';

/** WM_APP + 1, with a number of the sender's. */
export const settleMessage = 0x8001;

/**
 * Runs the message loop of a thread's windows until it is told to quit. Windows hands over what was posted before
 * input, so a settle message is answered, by `onSettled`, only when nothing waits any more.
 */
export const runWindowLoop = (onSettled: (request: number) => void): void => {
  const queue = loadMessageQueue();
  const settling: number[] = [];
  for (;;) {
    const waiting = queue.takeWaiting();
    if (!waiting) for (const request of settling.splice(0)) onSettled(request);
    const received = waiting ?? queue.next();
    if (!received || received.message === quitMessage) return;
    if (received.message === settleMessage) settling.push(lowWord(received.wParam));
    else queue.dispatch(received);
  }
};
