import type { DpiCalls } from '../dpi-awareness.ts';
import { loadLibrary, out } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

/** Handles of DPI_AWARENESS_CONTEXT. */
const contexts = { 'per monitor v2': -4, 'per monitor': -3, system: -2 } as const;
const levels = ['unaware', 'system', 'per monitor'] as const;

const accessDenied = 5;
const ownProcess = null;

/** How Windows scales for this process; every call is about the whole process. */
export const loadDpi = (): DpiCalls => {
  const setContext: ((context: number) => number) | undefined = loadLibrary('user32').find(
    'SetProcessDpiAwarenessContext',
    'int',
    ['intptr'],
  );
  const getAwareness: (process: null, level: number[]) => number = loadLibrary('shcore').declare(
    'GetProcessDpiAwareness',
    'int32',
    ['void *', out('int')],
  );
  const lastError: () => number = loadLibrary('kernel32').declare('GetLastError', 'uint32', []);
  return {
    set: (awareness) => {
      if (!setContext) return 'refused';
      if (setContext(contexts[awareness])) return 'set';
      return lastError() === accessDenied ? 'already set' : 'refused';
    },
    read: () => {
      const level = [0];
      if (getAwareness(ownProcess, level) !== 0) loadFailCall()('GetProcessDpiAwareness');
      return levels[level[0] ?? 0] ?? 'unaware';
    },
  };
};
