import { loadCoreFoundation } from './core-foundation.ts';
import { loadFramework, out } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';

/** One window on the screen; its title is `untold` where the list has none, not even an empty one. */
export type ListedWindow = {
  readonly pid: number;
  readonly level: number;
  readonly title: 'told' | 'empty' | 'untold';
};

/** CGWindow.h: kCGWindowListOptionOnScreenOnly, kCGNullWindowID. */
const onScreenOnly = 1;
const nullWindow = 0;
/** CFNumber.h: kCFNumberSInt32Type. */
const int32Number = 3;

const loadNumbers = (load: LoadFramework) => {
  const library = load('CoreFoundation');
  // CFDictionary.h: const void *CFDictionaryGetValue(CFDictionaryRef theDict, const void *key)
  const valueOf: (dictionary: Handle, key: Handle) => Handle = library.declare(
    'CFDictionaryGetValue',
    'void *',
    ['void *', 'void *'],
  );
  // CFNumber.h: Boolean CFNumberGetValue(CFNumberRef number, CFNumberType theType, void *valuePtr)
  const numberValue: (number: Handle, type: number, value: number[]) => number = library.declare(
    'CFNumberGetValue',
    'uint8',
    ['void *', 'long', out('int32')],
  );
  const numberOf = (dictionary: Handle, key: Handle): number => {
    const value = [-1];
    const number = valueOf(dictionary, key);
    if (number !== null) numberValue(number, int32Number, value);
    return value[0] ?? -1;
  };
  return { valueOf, numberOf };
};

/** The windows that are on the screen, of every program. CoreGraphics/CGWindow.h, CoreFoundation/CFArray.h. */
export const loadWindowList = (load: LoadFramework = loadFramework): (() => readonly ListedWindow[]) => {
  const core = loadCoreFoundation(load);
  const graphics = load('CoreGraphics');
  // CGWindow.h: CFArrayRef CGWindowListCopyWindowInfo(CGWindowListOption option, CGWindowID relativeToWindow)
  const copyWindows: (option: number, relativeTo: number) => Handle = graphics.declare(
    'CGWindowListCopyWindowInfo',
    'void *',
    ['uint32', 'uint32'],
  );
  const foundation = load('CoreFoundation');
  // CFArray.h: CFIndex CFArrayGetCount(CFArrayRef theArray)
  const count: (array: Handle) => number = foundation.declare('CFArrayGetCount', 'long', ['void *']);
  // CFArray.h: const void *CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx)
  const itemAt: (array: Handle, index: number) => Handle = foundation.declare(
    'CFArrayGetValueAtIndex',
    'void *',
    ['void *', 'long'],
  );
  // CFString.h: CFIndex CFStringGetLength(CFStringRef theString)
  const lengthOf: (text: Handle) => number = foundation.declare('CFStringGetLength', 'long', ['void *']);
  const { valueOf, numberOf } = loadNumbers(load);
  const ownerKey = graphics.constant('kCGWindowOwnerPID');
  const levelKey = graphics.constant('kCGWindowLayer');
  const titleKey = graphics.constant('kCGWindowName');
  const readWindow = (window: Handle): ListedWindow => {
    const name = valueOf(window, titleKey);
    const title = name === null ? 'untold' : lengthOf(name) > 0 ? 'told' : 'empty';
    return { pid: numberOf(window, ownerKey), level: numberOf(window, levelKey), title };
  };
  return () =>
    core.using(copyWindows(onScreenOnly, nullWindow), (windows) =>
      windows === null
        ? []
        : Array.from({ length: count(windows) }, (_, index) => readWindow(itemAt(windows, index))),
    );
};
