import { loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';

/** What the console of this process does with keys and clicks, as the flags of SetConsoleMode. */
export type ConsoleInput = {
  /** Undefined when this process has no console. */
  readMode(): number | undefined;
  setMode(mode: number): void;
};

/** By its name, since the standard input can be something else. */
const consoleName = 'CONIN$';
const readAndWrite = 0xc000_0000;
const sharedWithAll = 3;
const openExisting = 3;
/** INVALID_HANDLE_VALUE */
const noHandle = 0xffff_ffff_ffff_ffffn;

type OpenFile = (
  ...parameters: [
    name: string,
    access: number,
    share: number,
    security: null,
    disposition: number,
    flags: number,
    template: null,
  ]
) => Handle;

export const loadConsoleInput = (): ConsoleInput => {
  const kernel32 = loadLibrary('kernel32');
  const open: OpenFile = kernel32.declare('CreateFileW', 'void *', [
    ...['str16', 'uint32', 'uint32', 'void *', 'uint32', 'uint32', 'void *'],
  ]);
  const close: (file: Handle) => number = kernel32.declare('CloseHandle', 'int', ['void *']);
  const getMode: (console: Handle, mode: number[]) => number = kernel32.declare('GetConsoleMode', 'int', [
    'void *',
    out('uint32'),
  ]);
  const setMode: (console: Handle, mode: number) => number = kernel32.declare('SetConsoleMode', 'int', [
    'void *',
    'uint32',
  ]);
  const withConsole = <T>(use: (console: Handle) => T): T | undefined => {
    const file = open(consoleName, readAndWrite, sharedWithAll, null, openExisting, 0, null);
    if (file === null || file === noHandle) return undefined;
    try {
      return use(file);
    } finally {
      close(file);
    }
  };
  return {
    readMode: () =>
      withConsole((console) => {
        const mode = [0];
        return getMode(console, mode) === 0 ? undefined : mode[0];
      }),
    setMode: (mode) => void withConsole((console) => setMode(console, mode)),
  };
};
