import { DesktopError } from '../../desktop-error.ts';
import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework, NativeFunction, NativeType } from './load-library.ts';

/** The runtime of Objective-C: objects are sent messages, each of which is a call with the signature of its method. */
export type ObjectiveC = {
  readonly classNamed: (name: string) => Handle;
  /** Declares a method by its signature; it is called with the receiver first. */
  readonly method: (
    selector: string,
    result: NativeType,
    parameters?: readonly NativeType[],
  ) => NativeFunction;
  readonly responds: (receiver: Handle, selector: string) => boolean;
  /** Objects that a method gives without `alloc`, `copy` or `new` in its name live until `use` returns. */
  readonly pooled: <T>(use: () => T) => T;
};

/**
 * objc/objc.h, runtime.h, message.h. Only methods that return at most two numbers are bound: on Intel larger structs
 * are returned by another entry than `objc_msgSend`.
 */
export const loadObjectiveC = (load: LoadFramework = loadFramework): ObjectiveC => {
  const library = load('Objective-C');
  // Its classes are known to the runtime from then on.
  load('AppKit');
  // runtime.h: Class objc_getClass(const char *name)
  const getClass: (name: string) => Handle = library.declare('objc_getClass', 'void *', ['str']);
  // runtime.h: SEL sel_registerName(const char *str)
  const registerName: (name: string) => Handle = library.declare('sel_registerName', 'void *', ['str']);
  // In no header; clang, Objective-C ARC, Runtime support: void *objc_autoreleasePoolPush(void)
  const pushPool: () => Handle = library.declare('objc_autoreleasePoolPush', 'void *', []);
  // void objc_autoreleasePoolPop(void *pool)
  const popPool: (pool: Handle) => void = library.declare('objc_autoreleasePoolPop', 'void', ['void *']);
  const method: ObjectiveC['method'] = (selector, result, parameters = []) => {
    // message.h: objc_msgSend, to be called as a function of the method's own type
    const send = library.declare('objc_msgSend', result, ['void *', 'void *', ...parameters]);
    const name = registerName(selector);
    const call = (receiver: Handle, ...given: readonly unknown[]): unknown => send(receiver, name, ...given);
    // Whoever names a signature reads it and the declared types beside the header, as for functions.
    return call as NativeFunction;
  };
  // NSObject.h: - (BOOL)respondsToSelector:(SEL)aSelector
  const respondsTo: (receiver: Handle, selector: Handle) => boolean = method('respondsToSelector:', 'bool', [
    'void *',
  ]);
  return {
    method,
    classNamed: (name) => {
      const found = getClass(name);
      if (found !== null) return found;
      throw new DesktopError('unsupported', `This version of macOS has no class ${name}.`);
    },
    responds: (receiver, selector) => respondsTo(receiver, registerName(selector)),
    pooled: (use) => {
      const pool = pushPool();
      try {
        return use();
      } finally {
        popPool(pool);
      }
    },
  };
};
