import type { DeviceArea, ImageSize } from '@harness-desktop/native-input';
import { changedShare } from './changed-share.ts';

/** An observation before its encoding: three bytes a pixel. */
type ComparedImage = ImageSize & { readonly area: DeviceArea; readonly pixels: Uint8Array };

export type ComparisonStore = {
  /** How much of it differs from the newest kept image of the same area and size; undefined when there is none. */
  changedSince(image: ComparedImage): Promise<number | undefined>;
  keep(image: ComparedImage): void;
  clear(): void;
};

/** The images of all sessions of one device. */
export type DeviceComparisons = {
  /** What one session observed last of each area, the newest areas only. */
  open(): ComparisonStore;
};

export type ComparisonLimits = { readonly sessionBytes: number; readonly deviceBytes: number };

const largestImageBytes = 2048 * 2048 * 3;

/** A session keeps one image of the largest size, or four of the usual one, so that a look at a detail loses nothing. */
const defaultLimits: ComparisonLimits = {
  sessionBytes: largestImageBytes,
  deviceBytes: 8 * largestImageBytes,
};

type Kept = { readonly owner: ComparisonStore; readonly pixels: Uint8Array };

const keyOf = ({ area, width, height }: ComparedImage): string =>
  [area.x, area.y, area.width, area.height, width, height].join(' ');

const sizeOf = (entries: Iterable<Kept>): number =>
  [...entries].reduce((sum, { pixels }) => sum + pixels.byteLength, 0);

/** Forgets the oldest images first, where a session or the whole device keeps too much. */
export const createDeviceComparisons = (limits: ComparisonLimits = defaultLimits): DeviceComparisons => {
  /** Oldest first. */
  const kept = new Map<string, Kept>();
  const dropOldest = (limitBytes: number, counts: (entry: Kept) => boolean): void => {
    for (const [key, entry] of [...kept]) {
      if (sizeOf([...kept.values()].filter(counts)) <= limitBytes) return;
      if (counts(entry)) kept.delete(key);
    }
  };
  let opened = 0;
  return {
    open: () => {
      const prefix = `${(opened += 1)} `;
      const isOwn = ({ owner }: Kept): boolean => owner === store;
      const store: ComparisonStore = {
        changedSince: async (image) => {
          const before = kept.get(prefix + keyOf(image))?.pixels;
          const { width, height, pixels } = image;
          return before && changedShare({ width, height, before, after: pixels });
        },
        keep: (image) => {
          const key = prefix + keyOf(image);
          kept.delete(key);
          kept.set(key, { owner: store, pixels: image.pixels });
          dropOldest(limits.sessionBytes, isOwn);
          dropOldest(limits.deviceBytes, () => true);
        },
        clear: () => {
          for (const [key, entry] of [...kept]) if (isOwn(entry)) kept.delete(key);
        },
      };
      return store;
    },
  };
};
