import koffi from 'koffi';
import { DesktopError } from '../../desktop-error.ts';
import type { Display } from '../monitors.ts';
import { loadCoreFoundation } from './core-foundation.ts';
import { declareGeometry } from './geometry.ts';
import type { CGRect } from './geometry.ts';
import { loadFramework, out } from './load-library.ts';
import type { Handle, LoadFramework } from './load-library.ts';

/** As they are now: without an event loop macOS would go on telling what was there when the process began. */
export type Displays = {
  /** The displays that draw on their own; one that mirrors another is not among them. */
  list(): readonly Display[];
  /** In points of the whole desktop; something else than before once the display is gone. */
  boundsOf(displayId: number): CGRect;
};

const maxDisplays = 32;
const none = 0;

/** CoreGraphics/CGDirectDisplay.h and CGDisplayConfiguration.h. */
const declareCalls = (load: LoadFramework) => {
  const library = load('CoreGraphics');
  const { rect } = declareGeometry();
  // CGError CGGetActiveDisplayList(uint32_t maxDisplays, CGDirectDisplayID *activeDisplays, uint32_t *displayCount)
  const listActive: (most: number, ids: Uint32Array, count: number[]) => number = library.declare(
    'CGGetActiveDisplayList',
    'int32',
    ['uint32', koffi.pointer('uint32'), out('uint32')],
  );
  // CGDirectDisplayID CGMainDisplayID(void)
  const main: () => number = library.declare('CGMainDisplayID', 'uint32', []);
  // CGRect CGDisplayBounds(CGDirectDisplayID display)
  const bounds: (id: number) => CGRect = library.declare('CGDisplayBounds', rect, ['uint32']);
  // CGDirectDisplayID CGDisplayMirrorsDisplay(CGDirectDisplayID display)
  const mirrored: (id: number) => number = library.declare('CGDisplayMirrorsDisplay', 'uint32', ['uint32']);
  // boolean_t CGDisplayIsBuiltin(CGDirectDisplayID display)
  const isBuiltin: (id: number) => number = library.declare('CGDisplayIsBuiltin', 'int32', ['uint32']);
  return { library, listActive, main, bounds, mirrored, isBuiltin };
};

/** CoreGraphics/CGDirectDisplay.h: the mode of a display, whose pixels are those of a capture. */
const loadPixelSize = (load: LoadFramework) => {
  const library = load('CoreGraphics');
  // CGDisplayModeRef CGDisplayCopyDisplayMode(CGDirectDisplayID display)
  const copyMode: (id: number) => Handle = library.declare('CGDisplayCopyDisplayMode', 'void *', ['uint32']);
  // size_t CGDisplayModeGetPixelWidth(CGDisplayModeRef mode)
  const width: (mode: Handle) => number = library.declare('CGDisplayModeGetPixelWidth', 'size_t', ['void *']);
  // size_t CGDisplayModeGetPixelHeight(CGDisplayModeRef mode)
  const height: (mode: Handle) => number = library.declare('CGDisplayModeGetPixelHeight', 'size_t', [
    'void *',
  ]);
  // void CGDisplayModeRelease(CGDisplayModeRef mode)
  const release: (mode: Handle) => void = library.declare('CGDisplayModeRelease', 'void', ['void *']);
  return (id: number) => {
    const mode = copyMode(id);
    // It went away between the listing and the question.
    if (mode === null) return undefined;
    try {
      return { width: width(mode), height: height(mode) };
    } finally {
      release(mode);
    }
  };
};

export const loadDisplays = (load: LoadFramework = loadFramework): Displays => {
  const foundation = loadCoreFoundation(load);
  const { listActive, main, bounds, mirrored, isBuiltin } = declareCalls(load);
  const pixelSize = loadPixelSize(load);
  const describe = (id: number): Display | undefined => {
    const pixels = mirrored(id) === none ? pixelSize(id) : undefined;
    if (!pixels) return undefined;
    const { origin, size } = bounds(id);
    return {
      id,
      bounds: { ...origin, ...size },
      pixels,
      isMain: id === main(),
      isBuiltin: isBuiltin(id) !== 0,
    };
  };
  return {
    list: () => {
      foundation.pumpEvents();
      const ids = new Uint32Array(maxDisplays);
      const count = [0];
      const error = listActive(maxDisplays, ids, count);
      if (error !== 0) {
        throw new DesktopError(
          'session_unavailable',
          `macOS does not list its displays (error ${error}); is this process in the person's session?`,
        );
      }
      return [...ids.subarray(0, count[0] ?? 0)].flatMap((id) => describe(id) ?? []);
    },
    boundsOf: (displayId) => {
      foundation.pumpEvents();
      return bounds(displayId);
    },
  };
};
