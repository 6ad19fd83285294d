import koffi from 'koffi';
import type { DeviceArea } from '../../desktop.ts';
import { DesktopError } from '../../desktop-error.ts';
import { declareGeometry } from './geometry.ts';
import type { CGRect } from './geometry.ts';
import { declareStruct, loadFramework } from './load-library.ts';
import type { Handle, LoadFramework, NativeType } from './load-library.ts';

/** The image of a whole display. Whoever asked for it releases it. */
export type DisplayImage = {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** A part of it, in pixels from its top left corner: three bytes a pixel, in sRGB, rows without padding. */
  readRgb(part: DeviceArea): Promise<Uint8Array>;
  release(): void;
};

/** Every step that takes long runs on a thread of its own. */
export type Capture = {
  /** Null when macOS gives no image: the display is gone, or the permission is missing. */
  captureDisplay(displayId: number): Promise<DisplayImage | null>;
};

type Async<Parameters extends readonly unknown[], Result> = (...parameters: Parameters) => Promise<Result>;

/** Runs a function of a library on a thread beside the one that calls. */
const onOtherThread =
  <Parameters extends readonly unknown[], Result>(native: {
    readonly async: (...parameters: unknown[]) => void;
  }): Async<Parameters, Result> =>
  (...parameters) =>
    new Promise((resolve, reject) => {
      native.async(...parameters, (error: Error | null, result: Result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });

/** CGImageAlphaInfo kCGImageAlphaNoneSkipLast | CGBitmapInfo kCGBitmapByteOrder32Big: red, green, blue, unused. */
const rgbx = 5 | (4 << 12);
const bitsPerComponent = 8;
/** CGBlendMode kCGBlendModeCopy. */
const copyPixels = 17;
/** CGInterpolationQuality kCGInterpolationNone. */
const noInterpolation = 1;

/** CoreGraphics/CGDirectDisplay.h, CGImage.h. */
const declareImage = (load: LoadFramework, rect: NativeType) => {
  const library = load('CoreGraphics');
  // CGImageRef CGDisplayCreateImage(CGDirectDisplayID displayID)
  const create: Async<[id: number], Handle> = onOtherThread(
    library.declare('CGDisplayCreateImage', 'void *', ['uint32']),
  );
  // size_t CGImageGetWidth(CGImageRef image)
  const width: (image: Handle) => number = library.declare('CGImageGetWidth', 'size_t', ['void *']);
  // size_t CGImageGetHeight(CGImageRef image)
  const height: (image: Handle) => number = library.declare('CGImageGetHeight', 'size_t', ['void *']);
  // CGImageRef CGImageCreateWithImageInRect(CGImageRef image, CGRect rect)
  const crop: (image: Handle, part: CGRect) => Handle = library.declare(
    'CGImageCreateWithImageInRect',
    'void *',
    ['void *', rect],
  );
  // void CGImageRelease(CGImageRef image)
  const release: (image: Handle) => void = library.declare('CGImageRelease', 'void', ['void *']);
  return { create, width, height, crop, release };
};

/** CoreGraphics/CGColorSpace.h, CGBitmapContext.h, CGContext.h. */
const declareContext = (load: LoadFramework, rect: NativeType) => {
  const library = load('CoreGraphics');
  const declare = library.declare;
  // CGColorSpaceRef CGColorSpaceCreateWithName(CFStringRef name)
  const createSpace: (name: Handle) => Handle = declare('CGColorSpaceCreateWithName', 'void *', ['void *']);
  // void CGColorSpaceRelease(CGColorSpaceRef space)
  const releaseSpace: (space: Handle) => void = declare('CGColorSpaceRelease', 'void', ['void *']);
  // CGContextRef CGBitmapContextCreate(void *data, size_t width, size_t height, size_t bitsPerComponent, size_t bytesPerRow, CGColorSpaceRef space, uint32_t bitmapInfo)
  const create: (
    ...parameters: [null, number, number, bits: number, rowBytes: number, Handle, info: number]
  ) => Handle = declare('CGBitmapContextCreate', 'void *', [
    ...['void *', 'size_t', 'size_t', 'size_t', 'size_t', 'void *', 'uint32'],
  ]);
  // void *CGBitmapContextGetData(CGContextRef context)
  const data: (context: Handle) => Handle = declare('CGBitmapContextGetData', 'void *', ['void *']);
  // size_t CGBitmapContextGetBytesPerRow(CGContextRef context)
  const rowBytes: (context: Handle) => number = declare('CGBitmapContextGetBytesPerRow', 'size_t', [
    'void *',
  ]);
  // void CGContextSetBlendMode(CGContextRef c, CGBlendMode mode)
  const setBlendMode: (context: Handle, mode: number) => void = declare('CGContextSetBlendMode', 'void', [
    ...['void *', 'int32'],
  ]);
  // void CGContextSetInterpolationQuality(CGContextRef c, CGInterpolationQuality quality)
  const setQuality: (context: Handle, quality: number) => void = declare(
    'CGContextSetInterpolationQuality',
    'void',
    ['void *', 'int32'],
  );
  // void CGContextDrawImage(CGContextRef c, CGRect rect, CGImageRef image)
  const draw: Async<[context: Handle, where: CGRect, image: Handle], void> = onOtherThread(
    declare('CGContextDrawImage', 'void', ['void *', rect, 'void *']),
  );
  // void CGContextRelease(CGContextRef c)
  const release: (context: Handle) => void = declare('CGContextRelease', 'void', ['void *']);
  const sRgb = library.constant('kCGColorSpaceSRGB');
  return { createSpace, releaseSpace, create, data, rowBytes, setBlendMode, setQuality, draw, release, sRgb };
};

type PixelRows = {
  readonly data: Handle | Uint8Array;
  readonly height: number;
  readonly width: number;
  readonly rowBytes: number;
};

/** Accelerate, vImage/Conversion.h and vImage_Types.h. */
const loadDropFourth = (load: LoadFramework): Async<[from: PixelRows, to: PixelRows], void> => {
  // typedef struct vImage_Buffer { void *data; vImagePixelCount height; vImagePixelCount width; size_t rowBytes; }
  const buffer = declareStruct('vImage_Buffer', 32, {
    ...{ data: 'void *', height: 'unsigned long', width: 'unsigned long', rowBytes: 'size_t' },
  });
  // vImage_Error vImageConvert_RGBA8888toRGB888(const vImage_Buffer *src, const vImage_Buffer *dest, vImage_Flags flags)
  const convert: Async<[from: PixelRows, to: PixelRows, flags: number], number> = onOtherThread(
    load('Accelerate').declare('vImageConvert_RGBA8888toRGB888', 'intptr', [
      ...[koffi.pointer(buffer), koffi.pointer(buffer), 'uint32'],
    ]),
  );
  return async (from, to) => {
    const error = await convert(from, to, 0);
    if (error !== 0) throw new DesktopError('internal', `macOS did not convert an image (error ${error}).`);
  };
};

const noMemory = (what: string): DesktopError =>
  new DesktopError('internal', `macOS gave no ${what} for a capture; it may be out of memory. Try again.`);

export const loadCapture = (load: LoadFramework = loadFramework): Capture => {
  const { rect } = declareGeometry();
  const image = declareImage(load, rect);
  const context = declareContext(load, rect);
  const dropFourth = loadDropFourth(load);

  const createContext = (width: number, height: number): Handle => {
    const space = context.createSpace(context.sRgb);
    if (space === null) throw noMemory('colour space');
    try {
      const created = context.create(null, width, height, bitsPerComponent, 0, space, rgbx);
      if (created === null) throw noMemory('bitmap');
      return created;
    } finally {
      context.releaseSpace(space);
    }
  };

  /** Draws in the size that it has, so that no pixel is made up; only its colours are converted. */
  const drawRgb = async (part: Handle, width: number, height: number): Promise<Uint8Array> => {
    const bitmap = createContext(width, height);
    try {
      context.setBlendMode(bitmap, copyPixels);
      context.setQuality(bitmap, noInterpolation);
      await context.draw(bitmap, { origin: { x: 0, y: 0 }, size: { width, height } }, part);
      const rgb = new Uint8Array(width * height * 3);
      const from = { data: context.data(bitmap), height, width, rowBytes: context.rowBytes(bitmap) };
      await dropFourth(from, { data: rgb, height, width, rowBytes: width * 3 });
      return rgb;
    } finally {
      context.release(bitmap);
    }
  };

  return {
    captureDisplay: async (displayId) => {
      const captured = await image.create(displayId);
      if (captured === null) return null;
      return {
        width: image.width(captured),
        height: image.height(captured),
        readRgb: async ({ x, y, width, height }) => {
          const part = image.crop(captured, { origin: { x, y }, size: { width, height } });
          if (part === null) throw noMemory('part of the image');
          try {
            return await drawRgb(part, width, height);
          } finally {
            image.release(part);
          }
        },
        release: () => image.release(captured),
      };
    },
  };
};
