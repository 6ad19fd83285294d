import type { NativeHeap } from '@harness-desktop/native-input';
import type { Clock } from '../clock/clock.ts';
import type { EncodeImage } from '../observations/image-encoder.ts';

export type TrimmingParts = {
  /** Null where the heap is left to itself. */
  readonly heap: Pick<NativeHeap, 'trim'> | null;
  readonly clock: Pick<Clock, 'schedule'>;
};

/** A page that was given back costs up to 2.5 µs when it is needed again: for 20 MB of holes 0.2 ms an image. */
const imagesPerTrim = 64;
/** Longer than an agent thinks between two images. */
const restMs = 60_000;

/**
 * An encoder that gives the holes in the heap back to the system: after every 64 images, and after a minute without
 * any. The buffers of an image come and go on several threads, so that what lives longer keeps holes apart.
 */
export const trimAfterImages = (encode: EncodeImage, { heap, clock }: TrimmingParts): EncodeImage => {
  if (heap === null) return encode;
  let images = 0;
  let cancelRest = (): void => undefined;
  const trim = (): void => void heap.trim();
  return async (frame, request) => {
    cancelRest();
    cancelRest = clock.schedule(restMs, trim);
    const image = await encode(frame, request);
    images += 1;
    if (images % imagesPerTrim === 0) trim();
    return image;
  };
};
