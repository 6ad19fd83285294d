import type { Frame } from '@harness-desktop/native-input';
import { encodeImage } from './encode-image.ts';
import type { EncodedImage, ImageRequest } from './encode-image.ts';

export type EncodeImage = (frame: Frame, request: ImageRequest) => Promise<EncodedImage>;

type Encoded = { readonly request: string; readonly image: EncodedImage };

/** Encodes the same pixels in the same way once: the desktop gives them again while nothing changes on it. */
export const createImageEncoder = (encode: EncodeImage = encodeImage): EncodeImage => {
  const known = new WeakMap<Uint8Array, Encoded>();
  return async (frame, { maxDimension, format }) => {
    const { rgb, width, height } = frame;
    const request = [format, maxDimension, width, height].join(' ');
    const found = known.get(rgb);
    if (found?.request === request) return found.image;
    const image = await encode(frame, { maxDimension, format });
    known.set(rgb, { request, image });
    return image;
  };
};
