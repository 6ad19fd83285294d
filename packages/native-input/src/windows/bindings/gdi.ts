import koffi from 'koffi';
import type { DeviceArea } from '../../desktop.ts';
import { declareStruct, loadLibrary, out } from './load-library.ts';
import type { Handle } from './load-library.ts';
import { loadFailCall } from './win32-error.ts';

/** A device context that holds one captured area, and its pixels. */
type CapturedArea = {
  readonly context: Handle;
  /**
   * Red in the bits 16 to 23, green, blue in the lowest, and a highest byte without meaning; rows top to bottom. Gone
   * when the visit ends.
   */
  readonly pixels: Uint32Array;
};

export type Gdi = {
  /** Copies an area of the screen and lets `visit` look at it; everything it took is given back. */
  captureArea<T>(area: DeviceArea, visit: (captured: CapturedArea) => T): T;
  /** Waits until what was drawn into a captured area is among its pixels. */
  flush(): void;
};

const bytesPerPixel = 4;
const headerBytes = 40;
const rgbColours = 0;
/** SRCCOPY | CAPTUREBLT: without the second, layered windows are missing. */
const copyAll = 0x40cc0020;
const wholeScreen = null;

type Copy = {
  readonly target: Handle;
  readonly source: Handle;
  readonly area: DeviceArea;
};

const declareBitmapCalls = () => {
  const gdi32 = loadLibrary('gdi32');
  const header = declareStruct('BITMAPINFOHEADER', headerBytes, {
    biSize: 'uint32',
    biWidth: 'int32',
    biHeight: 'int32',
    biPlanes: 'uint16',
    biBitCount: 'uint16',
    biCompression: 'uint32',
    biSizeImage: 'uint32',
    biXPelsPerMeter: 'int32',
    biYPelsPerMeter: 'int32',
    biClrUsed: 'uint32',
    biClrImportant: 'uint32',
  });
  const createSection: (
    context: Handle,
    info: object,
    ...section: [usage: number, bits: Handle[], file: null, offset: number]
  ) => Handle = gdi32.declare('CreateDIBSection', 'void *', [
    'void *',
    koffi.pointer(header),
    'uint32',
    out(koffi.pointer('void')),
    'void *',
    'uint32',
  ]);
  const deleteObject: (object: Handle) => number = gdi32.declare('DeleteObject', 'int', ['void *']);
  const select: (context: Handle, object: Handle) => Handle = gdi32.declare('SelectObject', 'void *', [
    'void *',
    'void *',
  ]);
  return { createSection, deleteObject, select };
};

const declareContextCalls = () => {
  const gdi32 = loadLibrary('gdi32');
  const user32 = loadLibrary('user32');
  const getScreen: (window: null) => Handle = user32.declare('GetDC', 'void *', ['void *']);
  const releaseScreen: (window: null, context: Handle) => number = user32.declare('ReleaseDC', 'int', [
    'void *',
    'void *',
  ]);
  const create: (like: Handle) => Handle = gdi32.declare('CreateCompatibleDC', 'void *', ['void *']);
  const remove: (context: Handle) => number = gdi32.declare('DeleteDC', 'int', ['void *']);
  const flush: () => number = gdi32.declare('GdiFlush', 'int', []);
  const blit: (
    ...parameters: [target: Handle, ...to: number[], source: Handle, x: number, y: number, operation: number]
  ) => number = gdi32.declare('BitBlt', 'int', [
    ...['void *', 'int', 'int', 'int', 'int'],
    ...['void *', 'int', 'int', 'uint32'],
  ]);
  const copy = ({ target, source, area: { x, y, width, height } }: Copy): boolean =>
    blit(target, 0, 0, width, height, source, x, y, copyAll) !== 0;
  return { getScreen, releaseScreen, create, remove, flush, copy };
};

/** Copies of the screen through GDI. Its origin is that of the primary monitor, so areas can be negative. */
export const loadGdi = (): Gdi => {
  const bitmaps = declareBitmapCalls();
  const contexts = declareContextCalls();
  const fail = loadFailCall();

  const withScreen = <T>(visit: (screen: Handle) => T): T => {
    const screen = contexts.getScreen(wholeScreen) ?? fail('GetDC');
    try {
      return visit(screen);
    } finally {
      contexts.releaseScreen(wholeScreen, screen);
    }
  };

  const withContext = <T>(like: Handle, visit: (context: Handle) => T): T => {
    const context = contexts.create(like) ?? fail('CreateCompatibleDC');
    try {
      return visit(context);
    } finally {
      contexts.remove(context);
    }
  };

  type Size = Pick<DeviceArea, 'width' | 'height'>;
  const withBitmap = <T>(context: Handle, { width, height }: Size, visit: (pixels: Uint32Array) => T): T => {
    const info = {
      ...{ biSize: headerBytes, biWidth: width, biPlanes: 1, biBitCount: 8 * bytesPerPixel },
      // A negative height puts the first row on top.
      biHeight: -height,
      ...{ biCompression: 0, biSizeImage: 0, biClrUsed: 0, biClrImportant: 0 },
      ...{ biXPelsPerMeter: 0, biYPelsPerMeter: 0 },
    };
    const bits: Handle[] = [null];
    const bitmap =
      bitmaps.createSection(context, info, rgbColours, bits, null, 0) ?? fail('CreateDIBSection');
    const before = bitmaps.select(context, bitmap);
    try {
      return visit(new Uint32Array(koffi.view(bits[0], width * height * bytesPerPixel)));
    } finally {
      // A selected bitmap cannot be deleted.
      bitmaps.select(context, before);
      bitmaps.deleteObject(bitmap);
    }
  };

  return {
    captureArea: (area, visit) =>
      withScreen((screen) =>
        withContext(screen, (context) =>
          withBitmap(context, area, (pixels) => {
            if (!contexts.copy({ target: context, source: screen, area })) fail('BitBlt');
            contexts.flush();
            return visit({ context, pixels });
          }),
        ),
      ),
    flush: () => void contexts.flush(),
  };
};
