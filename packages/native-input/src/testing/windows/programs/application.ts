// A program on the desktop under test, in Windows: a window that records what it receives, and a look at the desktop.
//   application.ts PORT WIDTH HEIGHT [COLOR]
// COLOR is a number with red in its lowest byte.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { MessageChannel, Worker } from 'node:worker_threads';
import { loadThreadMessages } from '../../../windows/bindings/message-loop.ts';
import { createDeferred } from '../../../deferred.ts';
import type { Deferred } from '../../../deferred.ts';
import { loadOnlooker } from '../bindings/onlooker.ts';
import type { Size } from '../bindings/onlooker.ts';
import type { FromWindowThread, WindowThreadData } from './window-thread.ts';
import { serveCalls } from './serve-calls.ts';
import type { Call } from './serve-calls.ts';

const blue = 0x996633;
/** Of the hidden window that each screen reader has, with the number of its thread. */
const screenReaderClass = /^HarnessDesktopScreen(\d+)$/;

/** A window hears what Windows says at once, and no message takes the place of the one before, in a thread of its own. */
const startWindowThread = async (look: WindowThreadData['look']) => {
  const { port1: port, port2 } = new MessageChannel();
  const data: WindowThreadData = { port: port2, look };
  const worker = new Worker(new URL('./window-thread.ts', import.meta.url), {
    workerData: data,
    transferList: [port2],
  });
  worker.once('error', (error) => {
    throw error;
  });
  const ready = createDeferred<number>();
  const waiting: Deferred<unknown>[] = [];
  port.on('message', (message: FromWindowThread) => {
    if (message.type === 'ready') ready.resolve(message.threadId);
    else waiting.shift()?.resolve(message.value);
  });
  const threadId = await ready.promise;
  const messages = loadThreadMessages();
  // Node waits for its threads when the process exits, and this one waits for messages.
  process.once('exit', () => messages.quit(threadId));
  return async (question: string): Promise<unknown> => {
    const answer = createDeferred<unknown>();
    waiting.push(answer);
    port.postMessage(question);
    messages.wake(threadId);
    return answer.promise;
  };
};

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isSize = (value: unknown): value is Size =>
  typeof value === 'object' && value !== null && 'width' in value && 'height' in value;

const [port = 0, width = 0, height = 0, color = blue] = process.argv.slice(2).map(Number);
const ask = await startWindowThread({ title: 'Recording window', width, height, color });
const onlooker = loadOnlooker();

const started = new Map<unknown, ChildProcess>();

const asked = ['received', 'clear', 'focus', 'locksOn'].map((name): [string, Call] => [
  name,
  async () => ({ value: await ask(name) }),
]);
serveCalls(
  port,
  new Map<string, Call>([
    ...asked,
    ['pointerAt', () => ({ value: onlooker.pointerAt() })],
    ['keysDown', () => ({ value: onlooker.keysDown() })],
    ['size', () => ({ value: onlooker.size() })],
    [
      'setMode',
      (size) => {
        onlooker.setMode(isSize(size) ? size : undefined);
        return {};
      },
    ],
    ['foreground', () => ({ value: onlooker.foreground() })],
    [
      'endScreenReaders',
      () => {
        const threads = onlooker.windowClasses().flatMap((name) => screenReaderClass.exec(name)?.[1] ?? []);
        const messages = loadThreadMessages();
        return { value: threads.filter((thread) => messages.quit(Number(thread))).length };
      },
    ],
    [
      'start',
      (program) => {
        const child = spawn(String(program), { stdio: 'ignore' });
        started.set(child.pid, child);
        return { value: child.pid };
      },
    ],
    [
      'end',
      (processId) => {
        started.get(processId)?.kill();
        return {};
      },
    ],
    ['readText', (classes) => ({ value: onlooker.readText(texts(classes)) })],
  ]),
);
