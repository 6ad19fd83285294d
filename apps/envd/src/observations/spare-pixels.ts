import type { Frame } from '@harness-desktop/native-input';
import type { EncodedImage } from './encode-image.ts';

/** The memory of frames of one desktop that are encoded, for the next of them. */
export type SparePixels = {
  take(): Uint8Array | undefined;
  /** The frame is needed no more, unless what was encoded are its very pixels. */
  give(frame: Frame, image: EncodedImage): void;
};

export const createSparePixels = (): SparePixels => {
  let spare: Uint8Array | undefined;
  return {
    take: () => {
      const taken = spare;
      spare = undefined;
      return taken;
    },
    give: ({ rgb }, { pixels }) => {
      if (pixels.buffer !== rgb.buffer) spare = rgb;
    },
  };
};
