import { EipError, sizeLimits } from '@harness-desktop/eip-protocol';
import type { Frame, ImageSize } from '@harness-desktop/native-input';
import sharp from 'sharp';

export type EncodedImage = ImageSize & { readonly bytes: Uint8Array; readonly mimeType: string };

/** The first is the quality people see; the others only save an image that would be too large to send. */
const qualities = [80, 60, 40] as const;

/** JPEG whose longest side is at most `maxDimension`, never upscaled. Throws `quota_exceeded` above 4 MiB. */
export const encodeImage = async (frame: Frame, maxDimension: number): Promise<EncodedImage> => {
  const size = fitWithin(frame, maxDimension);
  const pixels = sharp(frame.rgb, { raw: { width: frame.width, height: frame.height, channels: 3 } });
  const scaled =
    size.width === frame.width ? pixels : pixels.resize({ ...size, fit: 'fill', kernel: 'cubic' });
  for (const quality of qualities) {
    const bytes = await scaled.clone().jpeg({ quality }).toBuffer();
    if (bytes.byteLength <= sizeLimits.imageBytes) return { ...size, bytes, mimeType: 'image/jpeg' };
  }
  throw new EipError(
    'quota_exceeded',
    'The image is larger than 4 MiB; observe with a smaller max_dimension.',
    {
      retryHint: 'never',
      details: { field: 'max_dimension' },
    },
  );
};

export const fitWithin = ({ width, height }: ImageSize, maxDimension: number): ImageSize => {
  const scale = Math.min(1, maxDimension / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};
