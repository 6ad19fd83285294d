import { loadLibrary } from '../../../windows/bindings/load-library.ts';
import type { Handle } from '../../../windows/bindings/load-library.ts';
import { loadFailCall } from '../../../windows/bindings/win32-error.ts';

export type ThreadDesktop = {
  /** Moves this thread to a desktop that nobody sees. */
  leave(): void;
  /** Moves it back to the one where it began. */
  comeBack(): void;
};

const allAccess = 0x1ff;

/** Where a thread is when the screen shows something else, as while Windows is locked. */
export const loadThreadDesktop = (): ThreadDesktop => {
  const user32 = loadLibrary('user32');
  const create: (name: string, ...rest: (null | number)[]) => Handle = user32.declare(
    'CreateDesktopW',
    'void *',
    ['str16', 'void *', 'void *', 'uint32', 'uint32', 'void *'],
  );
  const ofThread: (threadId: number) => Handle = user32.declare('GetThreadDesktop', 'void *', ['uint32']);
  const move: (desktop: Handle) => number = user32.declare('SetThreadDesktop', 'int', ['void *']);
  const currentThread: () => number = loadLibrary('kernel32').declare('GetCurrentThreadId', 'uint32', []);
  const fail = loadFailCall();
  const shown = ofThread(currentThread());
  const hidden = create('Elsewhere', null, null, 0, allAccess, null) ?? fail('CreateDesktopW');
  const moveTo = (desktop: Handle): void => {
    if (!move(desktop)) fail('SetThreadDesktop');
  };
  return { leave: () => moveTo(hidden), comeBack: () => moveTo(shown) };
};
