import { EipError, sizeLimits } from '@harness-desktop/eip-protocol';
import type { ImageFormat } from '@harness-desktop/eip-protocol';
import type { Frame, ImageSize } from '@harness-desktop/native-input';
import type { Sharp } from 'sharp';
import { loadSharp } from './load-sharp.ts';

export type ImageRequest = {
  /** The longest side is at most this; nothing is upscaled. */
  readonly maxDimension: number;
  readonly format: ImageFormat;
  /** Told what is encoded once that is under way, so that other work on the pixels can go on meanwhile. */
  readonly onScaled?: ((scaled: ScaledImage) => void) | undefined;
};

/** Three bytes a pixel. */
export type ScaledImage = ImageSize & { readonly pixels: Uint8Array };

/** `pixels` are what was encoded. */
export type EncodedImage = ScaledImage & { readonly bytes: Uint8Array; readonly mimeType: string };

type Encoding = {
  readonly mimeType: string;
  /** The first is what people see; the others only save an image that would be too large to send. */
  readonly attempts: readonly ((pixels: Sharp) => Sharp)[];
  /** Which param to change when none of them is small enough, and how. */
  readonly field: 'max_dimension' | 'format';
  readonly remedy: string;
};

const lossyQualities = [80, 60, 40] as const;
const smaller = 'observe with a smaller max_dimension.';

const encodings: Readonly<Record<ImageFormat, Encoding>> = {
  jpeg: {
    mimeType: 'image/jpeg',
    attempts: lossyQualities.map((quality) => (pixels) => pixels.jpeg({ quality })),
    field: 'max_dimension',
    remedy: smaller,
  },
  png: {
    mimeType: 'image/png',
    // A lossless image of photographs or noise has no smaller form.
    attempts: [1, 6].map((compressionLevel) => (pixels) => pixels.png({ compressionLevel })),
    field: 'format',
    remedy: 'observe as jpeg or webp, or with a smaller max_dimension or region.',
  },
  webp: {
    mimeType: 'image/webp',
    attempts: lossyQualities.map((quality) => (pixels) => pixels.webp({ quality, effort: 0 })),
    field: 'max_dimension',
    remedy: smaller,
  },
};

/** Throws `quota_exceeded` for what stays above 4 MiB. */
export const encodeImage = async (frame: Frame, request: ImageRequest): Promise<EncodedImage> => {
  const sharp = await loadSharp();
  const size = fitWithin(frame, request.maxDimension);
  const pixels = await scale(frame, size);
  const { mimeType, attempts, field, remedy } = encodings[request.format];
  for (const [index, encode] of attempts.entries()) {
    const encoding = encode(sharp(pixels, { raw: { ...size, channels: 3 } })).toBuffer();
    if (index === 0) request.onScaled?.({ ...size, pixels });
    const bytes = await encoding;
    if (bytes.byteLength <= sizeLimits.imageBytes) return { ...size, bytes, mimeType, pixels };
  }
  throw new EipError('quota_exceeded', `The image is larger than 4 MiB; ${remedy}`, {
    retryHint: 'never',
    details: { field },
  });
};

const scale = async ({ rgb, width, height }: Frame, size: ImageSize): Promise<Uint8Array> => {
  if (size.width === width && size.height === height) return rgb;
  const sharp = await loadSharp();
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
};

export const fitWithin = ({ width, height }: ImageSize, maxDimension: number): ImageSize => {
  const scale = Math.min(1, maxDimension / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};
