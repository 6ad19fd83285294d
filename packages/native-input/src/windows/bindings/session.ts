import koffi from 'koffi';
import type { SessionFacts } from '../session-readiness.ts';
import { loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

export type Session = { readFacts(): SessionFacts };

const objectName = 2;
const nameBytes = 512;
const readObjects = 1;
const thisServer = null;
const connectState = 8;

type DesktopCalls = {
  readonly openInput: (flags: number, inherit: number, access: number) => Handle;
  readonly close: (desktop: Handle) => number;
  readonly ofThread: (threadId: number) => Handle;
  readonly getInformation: (
    object: Handle,
    index: number,
    ...answer: [value: Uint8Array, bytes: number, needed: number[]]
  ) => number;
};

const declareDesktopCalls = (): DesktopCalls => {
  const user32 = loadLibrary('user32');
  return {
    openInput: user32.declare('OpenInputDesktop', 'void *', ['uint32', 'int', 'uint32']),
    close: user32.declare('CloseDesktop', 'int', ['void *']),
    ofThread: user32.declare('GetThreadDesktop', 'void *', ['uint32']),
    getInformation: user32.declare('GetUserObjectInformationW', 'int', [
      'void *',
      'int',
      out('uint8'),
      'uint32',
      out('uint32'),
    ]),
  };
};

const loadDesktops = () => {
  const calls = declareDesktopCalls();
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  const nameOf = (desktop: Handle): string | undefined => {
    const name = Buffer.alloc(nameBytes);
    const needed = [0];
    if (desktop === null || !calls.getInformation(desktop, objectName, name, nameBytes, needed))
      return undefined;
    return name.toString('utf16le', 0, (needed[0] ?? 0) - 2);
  };
  return {
    readInput: (): string | undefined => {
      const desktop = calls.openInput(0, 0, readObjects);
      if (desktop === null) return undefined;
      try {
        return nameOf(desktop);
      } finally {
        calls.close(desktop);
      }
    },
    // The handle of the own thread is not ours to close.
    readOwn: () => nameOf(calls.ofThread(currentThread())),
  };
};

/** The WTSConnectState of a session. Wine has no answer. */
const loadConnectState = (): ((session: number) => number | undefined) => {
  const wtsapi32 = loadLibrary('wtsapi32');
  const free: (memory: Handle) => void = wtsapi32.declare('WTSFreeMemory', 'void', ['void *']);
  const query: (
    server: Handle,
    session: number,
    ...answer: [index: number, memory: Handle[], bytes: number[]]
  ) => number = wtsapi32.declare('WTSQuerySessionInformationW', 'int', [
    'void *',
    'uint32',
    'int',
    out(koffi.pointer('void')),
    out('uint32'),
  ]);
  return (session) => {
    const memory: Handle[] = [null];
    const bytes = [0];
    if (!query(thisServer, session, connectState, memory, bytes)) return undefined;
    const [address = null] = memory;
    if (address === null) return undefined;
    try {
      return bytes[0] === 4 ? koffi.decode.int32(address) : undefined;
    } finally {
      free(address);
    }
  };
};

export const loadSession = (): Session => {
  const kernel32 = loadLibrary('kernel32');
  const consoleSession: () => number = kernel32.declare('WTSGetActiveConsoleSessionId', 'uint32', []);
  const sessionOf: (processId: number, session: number[]) => number = kernel32.declare(
    'ProcessIdToSessionId',
    'int',
    ['uint32', out('uint32')],
  );
  const fail = loadFailCall();
  const desktops = loadDesktops();
  const readState = loadConnectState();
  const readOwnSession = (): number => {
    const session: number[] = [0];
    if (!sessionOf(process.pid, session)) fail('ProcessIdToSessionId');
    return session[0] ?? 0;
  };
  return {
    readFacts: () => {
      const processSession = readOwnSession();
      return {
        processSession,
        consoleSession: consoleSession(),
        sessionState: readState(processSession),
        inputDesktop: desktops.readInput(),
        ownDesktop: desktops.readOwn(),
      };
    },
  };
};
