import type { SessionFacts } from '../session-readiness.ts';
import { loadCoreFoundation } from './core-foundation.ts';
import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';

export type Session = { readFacts(): SessionFacts };

/** CFStringEncoding kCFStringEncodingUTF8. */
const utf8 = 0x0800_0100;

/** CoreGraphics/CGSession.h; CoreFoundation/CFDictionary.h, CFNumber.h, CFString.h. */
export const loadSession = (load: LoadFramework = loadFramework): Session => {
  const foundation = loadCoreFoundation(load);
  const { declare } = load('CoreFoundation');
  // CFDictionaryRef CGSessionCopyCurrentDictionary(void)
  const copyFacts: () => Handle = load('CoreGraphics').declare(
    'CGSessionCopyCurrentDictionary',
    'void *',
    [],
  );
  // CFStringRef CFStringCreateWithCString(CFAllocatorRef alloc, const char *cStr, CFStringEncoding encoding)
  const createString: (allocator: null, text: string, encoding: number) => Handle = declare(
    'CFStringCreateWithCString',
    'void *',
    ['void *', 'str', 'uint32'],
  );
  // const void *CFDictionaryGetValue(CFDictionaryRef theDict, const void *key)
  const valueOf: (dictionary: Handle, key: Handle) => Handle = declare('CFDictionaryGetValue', 'void *', [
    ...['void *', 'void *'],
  ]);
  // Boolean CFBooleanGetValue(CFBooleanRef boolean)
  const isTrue: (value: Handle) => number = declare('CFBooleanGetValue', 'uint8', ['void *']);
  const read = (facts: Handle, name: string): boolean | undefined =>
    foundation.using(createString(null, name, utf8), (key) => {
      const value = valueOf(facts, key);
      return value === null ? undefined : isTrue(value) !== 0;
    });
  return {
    readFacts: () =>
      foundation.using(copyFacts(), (facts) => {
        if (facts === null) return { hasScreen: false, isShown: false, isLocked: false };
        return {
          hasScreen: true,
          // kCGSessionOnConsoleKey is this string.
          isShown: read(facts, 'kCGSSessionOnConsoleKey') ?? true,
          // No header names it; the dictionary has it while the screen is locked.
          isLocked: read(facts, 'CGSSessionScreenIsLocked') ?? false,
        };
      }),
  };
};
