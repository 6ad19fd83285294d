import { extname } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { createDeferred } from '../deferred.ts';
import { DesktopError } from '../desktop-error.ts';
import type { DesktopErrorCode } from '../desktop-error.ts';
import { createPendingCalls } from '../pending-calls.ts';
import type { ReadRequest, ScreenPixels, ScreenReader } from '../screen-port.ts';
import { throwIfCancelled } from '../serial-gate.ts';
import { loadThreadMessages } from './bindings/message-loop.ts';
import type { ThreadMessages } from './bindings/message-loop.ts';
import { resolvesInTime } from './resolves-in-time.ts';

export type ToScreenThread = ReadRequest & { readonly id: number };
export type FromScreenThread =
  | { readonly type: 'ready'; readonly threadId: number }
  | { readonly type: 'display_change' }
  | ({ readonly type: 'pixels'; readonly id: number } & ScreenPixels)
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly code: DesktopErrorCode;
      readonly message: string;
    };

/**
 * Reads the screen on a thread of its own, which also hears what Windows tells windows. It is started once: when it ends
 * by itself, the desktop is lost.
 */
export type ThreadedScreenReader = ScreenReader & {
  /** Throws `desktop_lost` once the thread has ended. */
  requireAlive(): void;
  onDisplayChange(listener: () => void): () => void;
  onLost(listener: (error: DesktopError) => void): () => void;
  close(): Promise<void>;
};

const startTimeoutMs = 10_000;
const readTimeoutMs = 10_000;
const endTimeoutMs = 2_000;

const closedError = (): DesktopError =>
  new DesktopError('desktop_lost', 'This desktop connection was closed; open a new one.');

const endedError = (cause: unknown): DesktopError =>
  new DesktopError('desktop_lost', 'The thread that looks at the screen ended; open the desktop again.', {
    cause,
  });

/** Beside this file, and of its kind: TypeScript from the sources, JavaScript from the build. */
const ownEntry = (): URL => new URL(`./screen-reader-entry${extname(import.meta.url)}`, import.meta.url);

export type ScreenReaderParts = {
  readonly signal: AbortSignal;
  readonly messages?: ThreadMessages;
  readonly entry?: URL;
};

const subscribe = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const startWorker = (entry: URL) => {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(entry, { workerData: port2, transferList: [port2] });
  const failure: { cause: unknown } = { cause: undefined };
  worker.on('error', (cause) => (failure.cause = cause));
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      port.close();
      resolve();
    });
  });
  return { port, worker, failure, ended };
};

type StartedWorker = ReturnType<typeof startWorker>;

/** What the thread says, and the reads that wait for it. */
const followWorker = ({ port, ended, failure }: StartedWorker) => {
  const reads = createPendingCalls('The thread that looks at the screen');
  const waiting = new Map<number, { resolve(pixels: ScreenPixels): void; reject(error: Error): void }>();
  const ready = createDeferred<number>();
  const changeListeners = new Set<() => void>();
  const lostListeners = new Set<(error: DesktopError) => void>();
  const state: { lost: DesktopError | undefined } = { lost: undefined };
  const end = (error: DesktopError): void => {
    state.lost ??= error;
    reads.end(state.lost);
    ready.reject(state.lost);
  };
  port.on('message', (message: FromScreenThread) => {
    switch (message.type) {
      case 'ready':
        ready.resolve(message.threadId);
        break;
      case 'display_change':
        for (const listener of [...changeListeners]) listener();
        break;
      case 'pixels':
        waiting.get(message.id)?.resolve(message);
        break;
      case 'failed':
        waiting.get(message.id)?.reject(new DesktopError(message.code, message.message));
    }
  });
  void ended.then(() => {
    if (state.lost) return;
    const error = endedError(failure.cause);
    end(error);
    for (const listener of [...lostListeners]) listener(error);
  });
  return { reads, waiting, ready: ready.promise, changeListeners, lostListeners, state, end };
};

/** Starts the reader of one desktop. Whoever starts it closes it. */
export const startScreenReader = async ({
  signal,
  messages = loadThreadMessages(),
  entry = ownEntry(),
}: ScreenReaderParts): Promise<ThreadedScreenReader> => {
  const started = startWorker(entry);
  const { port, worker, ended } = started;
  const { reads, waiting, ready, changeListeners, lostListeners, state, end } = followWorker(started);
  if (!(await resolvesInTime(ready, startTimeoutMs, signal))) {
    void worker.terminate();
    throwIfCancelled(signal);
    throw new DesktopError('timeout', 'The thread that looks at the screen did not start in time.');
  }
  const threadId = await ready;
  const quit = () => void messages.quit(threadId);
  // Node waits for its threads when the process exits, and this one waits for messages.
  process.once('exit', quit);
  void ended.then(() => process.off('exit', quit));
  let lastId = 0;
  return {
    read: (request) => {
      lastId += 1;
      const id = lastId;
      const read = reads.add<ScreenPixels>({ name: 'a capture', timeoutMs: readTimeoutMs }, (ends) => {
        waiting.set(id, ends);
        const message: ToScreenThread = { ...request, id };
        port.postMessage(message);
        messages.wake(threadId);
      });
      return read.finally(() => waiting.delete(id));
    },
    requireAlive: () => {
      if (state.lost) throw state.lost;
    },
    onDisplayChange: (listener) => subscribe(changeListeners, listener),
    onLost: (listener) => subscribe(lostListeners, listener),
    close: async () => {
      if (!state.lost) {
        end(closedError());
        quit();
      }
      if (!(await resolvesInTime(ended, endTimeoutMs))) void worker.terminate();
    },
  };
};
