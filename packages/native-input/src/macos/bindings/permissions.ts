import type { PermissionCalls } from '../permission-answers.ts';
import { titlesOfOthers } from '../window-titles.ts';
import { loadCoreFoundation } from './core-foundation.ts';
import { declareGeometry } from './geometry.ts';
import type { CGRect } from './geometry.ts';
import { loadFramework } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';
import { loadWindowList } from './window-titles.ts';

const onePixel: CGRect = { origin: { x: 0, y: 0 }, size: { width: 1, height: 1 } };

/** What is asked silently. CoreGraphics/CGWindow.h, CGEvent.h, CGDirectDisplay.h; HIServices/AXUIElement.h. */
export const loadPermissionCalls = (
  processId: number,
  load: LoadFramework = loadFramework,
): PermissionCalls => {
  const graphics = load('CoreGraphics');
  // CGWindow.h: bool CGPreflightScreenCaptureAccess(void)
  const preflightScreen: () => boolean = graphics.declare('CGPreflightScreenCaptureAccess', 'bool', []);
  // CGEvent.h: bool CGPreflightPostEventAccess(void)
  const preflightPost: () => boolean = graphics.declare('CGPreflightPostEventAccess', 'bool', []);
  // CGDirectDisplay.h: CGDirectDisplayID CGMainDisplayID(void)
  const mainDisplay: () => number = graphics.declare('CGMainDisplayID', 'uint32', []);
  // CGDirectDisplay.h: CGImageRef CGDisplayCreateImageForRect(CGDirectDisplayID display, CGRect rect)
  const capture: (display: number, rect: CGRect) => Handle = graphics.declare(
    'CGDisplayCreateImageForRect',
    'void *',
    ['uint32', declareGeometry().rect],
  );
  // CGImage.h: void CGImageRelease(CGImageRef image)
  const releaseImage: (image: Handle) => void = graphics.declare('CGImageRelease', 'void', ['void *']);
  // AXUIElement.h: Boolean AXIsProcessTrusted(void)
  const isTrusted: () => number = load('ApplicationServices').declare('AXIsProcessTrusted', 'uint8', []);
  const listWindows = loadWindowList(load);
  return {
    preflightScreen,
    captures: () => {
      const image = capture(mainDisplay(), onePixel);
      releaseImage(image);
      return image !== null;
    },
    windowTitles: () => titlesOfOthers(listWindows(), processId),
    isTrusted: () => isTrusted() !== 0,
    mayPostEvents: preflightPost,
  };
};

/** What makes macOS ask the person, each at most once a process. */
export type PermissionRequests = { screen(): void; accessibility(): void };

/** CoreGraphics/CGWindow.h; HIServices/AXUIElement.h; CoreFoundation/CFDictionary.h, CFNumber.h. */
export const loadPermissionRequests = (load: LoadFramework = loadFramework): PermissionRequests => {
  const core = loadCoreFoundation(load);
  const foundation = load('CoreFoundation');
  const services = load('ApplicationServices');
  // CGWindow.h: bool CGRequestScreenCaptureAccess(void)
  const requestScreen: () => boolean = load('CoreGraphics').declare(
    'CGRequestScreenCaptureAccess',
    'bool',
    [],
  );
  // AXUIElement.h: Boolean AXIsProcessTrustedWithOptions(CFDictionaryRef options)
  const trustWithOptions: (options: Handle) => number = services.declare(
    'AXIsProcessTrustedWithOptions',
    'uint8',
    ['void *'],
  );
  // CFDictionary.h: CFDictionaryRef CFDictionaryCreate(CFAllocatorRef allocator, const void **keys, const void **values,
  //   CFIndex numValues, const CFDictionaryKeyCallBacks *keyCallBacks, const CFDictionaryValueCallBacks *valueCallBacks)
  const createDictionary: (
    ...call: readonly [null, readonly Handle[], readonly Handle[], number, Handle, Handle]
  ) => Handle = foundation.declare('CFDictionaryCreate', 'void *', [
    'void *',
    'void **',
    'void **',
    'long',
    'void *',
    'void *',
  ]);
  const prompt = services.constant('kAXTrustedCheckOptionPrompt');
  const yes = foundation.constant('kCFBooleanTrue');
  const keyCallBacks = foundation.address('kCFTypeDictionaryKeyCallBacks');
  const valueCallBacks = foundation.address('kCFTypeDictionaryValueCallBacks');
  return {
    screen: () => void requestScreen(),
    accessibility: () => {
      const options = createDictionary(null, [prompt], [yes], 1, keyCallBacks, valueCallBacks);
      core.using(options, trustWithOptions);
    },
  };
};
