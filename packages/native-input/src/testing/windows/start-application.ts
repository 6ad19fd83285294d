import type { DevicePoint } from '../../desktop.ts';
import type { ReceivedEvent } from '../received-event.ts';
import { startWindowsProgram } from './start-windows-program.ts';
import type { WindowsProgram, WindowsProgramOptions } from './start-windows-program.ts';
import { countDown, toReceivedEvents, toText } from './to-received-events.ts';
import type { WindowMessage } from './window-message.ts';

type Size = { readonly width: number; readonly height: number };

type Looks = {
  readonly pointerAt: DevicePoint;
  readonly keysDown: readonly number[];
  readonly locksOn: readonly number[];
  readonly size: Size;
  /** The class of the window that the keyboard goes to; empty when there is none. */
  readonly foreground: string;
};

/** A window under Wine that records what it receives, and what its program sees of the desktop. */
export type Application = {
  /** Everything that the window has received by now, whatever was sent before this call included. */
  messages(): Promise<readonly WindowMessage[]>;
  received(): Promise<readonly ReceivedEvent[]>;
  typed(): Promise<string>;
  /**
   * How many keys and buttons it was told are down. Under Wine, Windows forgets modifiers that a program presses as
   * soon as a program moves the pointer, so that `keysDown` does not tell.
   */
  countDown(): Promise<number>;
  clear(): Promise<void>;
  focus(): Promise<void>;
  pointerAt(): Promise<DevicePoint>;
  /** Virtual keys, buttons among them. */
  keysDown(): Promise<readonly number[]>;
  /** Virtual keys. */
  locksOn(): Promise<readonly number[]>;
  /** Gives the primary monitor another mode, or its usual one; resolves when every program sees it. */
  setMode(size: Size | undefined): Promise<void>;
  /** Starts another program and resolves with its end. */
  start(program: string): Promise<() => Promise<void>>;
  /** Ends the threads that read the screen, of all desktops, as nothing but a fault does. Resolves with their number. */
  endScreenReaders(): Promise<number>;
  /** The text of the first window of these classes, each within the one before. */
  readText(classes: readonly string[]): Promise<string | undefined>;
  /** Asks until the answer is as awaited. */
  until<Name extends keyof Looks>(name: Name, is: (value: Looks[Name]) => boolean): Promise<void>;
  /** Resolves when no program takes a key that was up for one that still is. */
  forgetKeys(): Promise<void>;
  stop(): Promise<void>;
};

export type ApplicationOptions = Pick<WindowsProgramOptions, 'prefix' | 'environment'> & Size;

const untilTimeoutMs = 10_000;
const askAgainMs = 10;
/** For so long a program under Wine answers from its memory that a key is up. */
const keyMemoryMs = 50;

const isMessages = (value: unknown): value is readonly WindowMessage[] => Array.isArray(value);
const isPoint = (value: unknown): value is DevicePoint =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
const isSize = (value: unknown): value is Size =>
  typeof value === 'object' && value !== null && 'width' in value && 'height' in value;
const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(isNumber);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const createLooks = (program: WindowsProgram) => {
  const ask = async <T>(name: string, is: (value: unknown) => value is T): Promise<T> => {
    const { value } = await program.call(name);
    if (is(value)) return value;
    throw new Error(`The application answered ${name} with ${JSON.stringify(value)}.`);
  };
  const looks: { readonly [Name in keyof Looks]: () => Promise<Looks[Name]> } = {
    pointerAt: () => ask('pointerAt', isPoint),
    keysDown: () => ask('keysDown', isNumbers),
    locksOn: () => ask('locksOn', isNumbers),
    size: () => ask('size', isSize),
    foreground: () => ask('foreground', isString),
  };
  return { ask, looks };
};

export const startApplication = async (options: ApplicationOptions): Promise<Application> => {
  const { width, height, ...place } = options;
  const programArguments = [String(width), String(height)];
  const program = await startWindowsProgram({ name: 'application.ts', programArguments, ...place });
  const { ask, looks } = createLooks(program);
  const messages = () => ask('received', isMessages);
  const tell = async (name: string): Promise<void> => {
    await program.call(name);
  };
  return {
    ...looks,
    messages,
    received: async () => toReceivedEvents(await messages()),
    countDown: async () => countDown(await messages()),
    typed: async () => toText(await messages()),
    clear: () => tell('clear'),
    focus: () => tell('focus'),
    setMode: async (size) => {
      await program.call('setMode', size);
    },
    start: async (name) => {
      const { value: processId } = await program.call('start', name);
      return async () => {
        await program.call('end', processId);
      };
    },
    endScreenReaders: () => ask('endScreenReaders', isNumber),
    readText: async (classes) => {
      const { value } = await program.call('readText', classes);
      return typeof value === 'string' ? value : undefined;
    },
    until: async (name, is) => {
      const deadline = performance.now() + untilTimeoutMs;
      for (;;) {
        const value = await looks[name]();
        if (is(value)) return;
        if (performance.now() > deadline) {
          throw new Error(`The application still answers ${name} with ${JSON.stringify(value)}.`);
        }
        await pause(askAgainMs);
      }
    },
    forgetKeys: () => pause(keyMemoryMs + askAgainMs),
    stop: () => program.stop(),
  };
};
