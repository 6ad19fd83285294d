import type { Handle } from './load-library.ts';
import { loadLibrary, out } from './load-library.ts';

type ProcessTimes = {
  /** In 100 ns since 1601. */
  readonly created: bigint;
  /** It has ended, and somebody still holds on to it. */
  readonly hasEnded: boolean;
};

export type ProcessTable = {
  /** Null when there is no such process, or Windows does not tell. */
  read(pid: number): ProcessTimes | null;
  /** The session of Windows that this process belongs to; null when Windows does not tell. */
  ownSession(): number | null;
};

const queryLimitedInformation = 0x1000;
const synchronize = 0x10_0000;
const signalled = 0;

export const loadProcessTable = (): ProcessTable => {
  const kernel32 = loadLibrary('kernel32');
  const openProcess = kernel32.declare('OpenProcess', 'void *', ['uint32', 'bool', 'uint32']);
  const time = out('uint64');
  const getTimes = kernel32.declare('GetProcessTimes', 'bool', ['void *', time, time, time, time]);
  const wait = kernel32.declare('WaitForSingleObject', 'uint32', ['void *', 'uint32']);
  const closeHandle = kernel32.declare('CloseHandle', 'bool', ['void *']);
  const sessionOf = kernel32.declare('ProcessIdToSessionId', 'bool', ['uint32', out('uint32')]);
  return {
    read: (pid) => {
      const handle = openProcess(queryLimitedInformation | synchronize, false, pid) as Handle;
      if (handle === null) return null;
      try {
        const created: [number | bigint] = [0];
        if (!getTimes(handle, created, [0], [0], [0])) return null;
        return { created: BigInt(created[0]), hasEnded: wait(handle, 0) === signalled };
      } finally {
        closeHandle(handle);
      }
    },
    ownSession: () => {
      const session: [number] = [0];
      return sessionOf(process.pid, session) ? session[0] : null;
    },
  };
};
