import type { Frame } from '@harness-desktop/native-input';
import type { EncodedImage, ImageRequest } from './encode-image.ts';

export type EncodeImage = (frame: Frame, request: ImageRequest) => Promise<EncodedImage>;

type Encoded = { readonly rgb: Uint8Array; readonly request: string; readonly image: EncodedImage };

/** Encodes the same pixels in the same way once: a desktop gives them again while nothing changes on it. */
export const createImageEncoder = (encode: EncodeImage): EncodeImage => {
  let last: Encoded | undefined;
  return async (frame, { maxDimension, format, onScaled }) => {
    const { rgb, width, height } = frame;
    const request = [format, maxDimension, width, height].join(' ');
    if (last?.rgb === rgb && last.request === request) {
      onScaled?.(last.image);
      return last.image;
    }
    last = undefined;
    const image = await encode(frame, { maxDimension, format, onScaled });
    last = { rgb, request, image };
    return image;
  };
};
