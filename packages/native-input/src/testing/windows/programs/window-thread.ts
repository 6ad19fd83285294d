import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { openRecordingWindow } from '../bindings/recording-window.ts';
import type { RecordingWindowRequest } from '../bindings/recording-window.ts';
import type { WindowMessage } from '../window-message.ts';

export type WindowThreadData = {
  readonly port: MessagePort;
  readonly look: Omit<RecordingWindowRequest, 'onMessage'>;
};

/** A question is a string on the port and a wake-up; the answers come in the order of the questions. */
export type FromWindowThread =
  | { readonly type: 'ready'; readonly threadId: number }
  | { readonly type: 'answer'; readonly value: unknown };

const locks: readonly number[] = [0x14, 0x90, 0x91];

const runWindow = ({ port, look }: WindowThreadData): void => {
  let messages: WindowMessage[] = [];
  const window = openRecordingWindow({ ...look, onMessage: (message) => messages.push(message) });
  const answers: Readonly<Record<string, () => unknown>> = {
    received: () => messages,
    clear: () => void (messages = []),
    focus: () => window.focus(),
    locksOn: () => locks.filter((key) => window.isLocked(key)),
  };
  const tell = (message: FromWindowThread) => port.postMessage(message);
  window.focus();
  tell({ type: 'ready', threadId: window.threadId });
  window.run(() => {
    // A wake-up overtakes input that came before it.
    window.takeWaiting();
    for (;;) {
      const received: { readonly message: string } | undefined = receiveMessageOnPort(port);
      if (!received) return;
      tell({ type: 'answer', value: answers[received.message]?.() });
    }
  });
};

const isData = (data: unknown): data is WindowThreadData =>
  typeof data === 'object' && data !== null && 'port' in data && 'look' in data;
const data: unknown = workerData;
if (isData(data)) runWindow(data);
