import { MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { DesktopError } from '../desktop-error.ts';
import { loadCursors } from './bindings/cursor.ts';
import { loadGdi } from './bindings/gdi.ts';
import { runMessageLoop } from './bindings/message-loop.ts';
import { captureArea } from './capture-area.ts';
import type { CaptureParts } from './capture-area.ts';
import type { FromScreenThread, ToScreenThread } from './screen-reader.ts';

const takeRequests = (port: MessagePort): ToScreenThread[] => {
  const requests: ToScreenThread[] = [];
  for (;;) {
    const received: { readonly message: ToScreenThread } | undefined = receiveMessageOnPort(port);
    if (!received) return requests;
    requests.push(received.message);
  }
};

const answerRequest = (parts: CaptureParts, port: MessagePort, { id, ...request }: ToScreenThread): void => {
  const answer = (message: FromScreenThread, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  try {
    const { rgb, isBlank } = captureArea(parts, request);
    answer({ type: 'pixels', id, rgb, isBlank }, [rgb.buffer]);
  } catch (error) {
    const code = error instanceof DesktopError ? error.code : 'internal';
    answer({ type: 'failed', id, code, message: error instanceof Error ? error.message : String(error) });
  }
};

/** What the thread does from its start to its end. A request is a message on the port, and a wake-up. */
const runScreenThread = (port: MessagePort): void => {
  const parts: CaptureParts = { gdi: loadGdi(), cursors: loadCursors() };
  const tell = (message: FromScreenThread) => port.postMessage(message);
  runMessageLoop({
    onReady: (threadId) => tell({ type: 'ready', threadId }),
    onDisplayChange: () => tell({ type: 'display_change' }),
    onWake: () => {
      for (const request of takeRequests(port)) answerRequest(parts, port, request);
    },
  });
  port.close();
};

const data: unknown = workerData;
if (data instanceof MessagePort) runScreenThread(data);
