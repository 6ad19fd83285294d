import { DesktopError } from '../../desktop-error.ts';
import type { PixelFormat } from '../pixel-format.ts';
import type { RawDisplay } from './raw-client.ts';

const trueColorClass = 4;

/** What the server said of itself and of our screen when the connection was made. */
export type X11Setup = {
  readonly screenNumber: number;
  readonly root: number;
  readonly vendor: string;
  readonly rootDepth: number;
  readonly isTrueColor: boolean;
  readonly pixelFormat: PixelFormat;
};

export const readSetup = (display: RawDisplay, screenNumber: number): X11Setup => {
  const screen = display.screen[screenNumber];
  if (!screen) {
    throw new DesktopError(
      'desktop_unavailable',
      `The X server has ${display.screen.length} screen(s), so DISPLAY cannot name screen ${screenNumber}; use screen 0.`,
    );
  }
  const visual = screen.depths[screen.root_depth]?.[screen.root_visual];
  const format = display.format[screen.root_depth];
  return {
    screenNumber,
    root: screen.root,
    vendor: display.vendor,
    rootDepth: screen.root_depth,
    isTrueColor: visual?.class === trueColorClass,
    pixelFormat: {
      bitsPerPixel: format?.bits_per_pixel ?? 0,
      scanlinePadBits: format?.scanline_pad ?? 32,
      littleEndian: display.image_byte_order === 0,
      redMask: visual?.red_mask ?? 0,
      greenMask: visual?.green_mask ?? 0,
      blueMask: visual?.blue_mask ?? 0,
    },
  };
};
