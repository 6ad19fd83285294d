import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../../deferred.ts';
import { systemPython } from './run-tool.ts';
import type { XServer } from './start-x-server.ts';

/** One line of the recorder. */
export type TkEvent = {
  readonly kind: string;
  readonly window: string;
  readonly x: number;
  readonly y: number;
  readonly button: number;
  readonly keycode: number;
  readonly keysym: string;
  readonly text: string;
  readonly state: number;
  /** The X server's clock, in milliseconds. */
  readonly time: number;
};

/** A window of one colour without a frame; `geometry` as in `300x200+10+20`. */
export type TkWindow = { readonly name: string; readonly geometry: string; readonly color: string };

export type TkRecorder = {
  /** Everything that the windows have received by now, whatever was sent before this call included. */
  received(): Promise<readonly TkEvent[]>;
  /** What was received so far, without asking. */
  readonly events: readonly TkEvent[];
  clear(): Promise<void>;
  stop(): Promise<void>;
};

const answerTimeoutMs = 10_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

const parseObject = (line: string): object => {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null ? value : {};
};

const parseLine = (line: string): TkEvent => {
  const fields = new Map<string, unknown>(Object.entries(parseObject(line)));
  return {
    kind: text(fields.get('kind')),
    window: text(fields.get('window')),
    x: count(fields.get('x')),
    y: count(fields.get('y')),
    button: count(fields.get('button')),
    keycode: count(fields.get('keycode')),
    keysym: text(fields.get('keysym')),
    text: text(fields.get('text')),
    state: count(fields.get('state')),
    time: count(fields.get('time')),
  };
};

const createAnswers = (child: ChildProcessByStdio<Writable, Readable, Readable>) => {
  const events: TkEvent[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  let diagnostics = '';
  let ended: Error | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    diagnostics = (diagnostics + chunk.toString()).slice(-2000);
  });
  const end = (why: string) => {
    ended = new Error(`The Tk recorder ended: ${why}. ${diagnostics} It needs "apt-get install python3-tk".`);
    for (const settle of waiting.splice(0)) settle(ended);
  };
  child.once('error', ({ message }) => end(message));
  child.once('close', (code) => end(`exit ${code ?? 'by signal'}`));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = parseLine(line);
    if (event.kind === 'ready' || event.kind === 'pong') waiting.shift()?.();
    else events.push(event);
  });
  const next = async (): Promise<void> => {
    if (ended) throw ended;
    const answer = createDeferred<undefined>();
    const timer = setTimeout(
      () => answer.reject(new Error(`The Tk recorder did not answer. ${diagnostics}`)),
      answerTimeoutMs,
    );
    waiting.push((error) => (error ? answer.reject(error) : answer.resolve(undefined)));
    await answer.promise.finally(() => clearTimeout(timer));
  };
  return { events, next };
};

/** Starts windows that record what they receive. The first one has the keyboard focus. */
export const startTkRecorder = async (
  { environment }: Pick<XServer, 'environment'>,
  windows: readonly TkWindow[],
): Promise<TkRecorder> => {
  const script = fileURLToPath(new URL('./tk-recorder.py', import.meta.url));
  const child = spawn(systemPython, [script, JSON.stringify(windows)], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = createDeferred<undefined>();
  child.once('close', () => closed.resolve(undefined));
  // A write to a recorder whose server is gone.
  child.stdin.on('error', () => undefined);
  const { events, next } = createAnswers(child);
  await next();
  const received = async () => {
    const answer = next();
    child.stdin.write('\n');
    await answer;
    return [...events];
  };
  return {
    events,
    received,
    clear: async () => {
      await received();
      events.length = 0;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await closed.promise;
    },
  };
};
