import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';

export type CoreFoundation = {
  /** Gives up a reference that a function with Create or Copy in its name gave us; NULL is none. */
  release(object: Handle): void;
  /** Runs `use` with an object and releases it afterwards. */
  using<T>(object: Handle, use: (object: Handle) => T): T;
  /** Lets this thread hear what the system has to say to it: changes of displays, keyboard layouts and the like. */
  pumpEvents(): void;
  /** The bytes of a CFDataRef; they live as long as it. */
  dataBytes(data: Handle): Handle;
};

/** The return value of CFRunLoopRunInMode when an event was handled, and there may be another one. */
const handledSource = 4;
const maxEventsAtOnce = 16;

/** CoreFoundation/CFBase.h, CFRunLoop.h, CFData.h. */
export const loadCoreFoundation = (load: LoadFramework = loadFramework): CoreFoundation => {
  const library = load('CoreFoundation');
  // CFBase.h: void CFRelease(CFTypeRef cf)
  const releaseObject: (object: Handle) => void = library.declare('CFRelease', 'void', ['void *']);
  // CFRunLoop.h: CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled)
  const runInMode: (mode: Handle, seconds: number, returnAfterSource: number) => number = library.declare(
    'CFRunLoopRunInMode',
    'int32',
    ['void *', 'double', 'uint8'],
  );
  // CFData.h: const UInt8 *CFDataGetBytePtr(CFDataRef theData)
  const bytes: (data: Handle) => Handle = library.declare('CFDataGetBytePtr', 'void *', ['void *']);
  const defaultMode = library.constant('kCFRunLoopDefaultMode');
  const release = (object: Handle): void => {
    if (object !== null) releaseObject(object);
  };
  return {
    release,
    using: (object, use) => {
      try {
        return use(object);
      } finally {
        release(object);
      }
    },
    pumpEvents: () => {
      for (let count = 0; count < maxEventsAtOnce; count += 1) {
        if (runInMode(defaultMode, 0, 1) !== handledSource) return;
      }
    },
    dataBytes: bytes,
  };
};
