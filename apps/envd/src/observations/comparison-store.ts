import type { DeviceArea, ImageSize } from '@harness-desktop/native-input';
import { changedShare } from './changed-share.ts';

/** An observation before its encoding: three bytes a pixel. */
export type ComparedImage = ImageSize & { readonly area: DeviceArea; readonly pixels: Uint8Array };

/** An image that was captured for the Host, who may never fetch it. */
type HeldImage = {
  /** The Host has it: later images are compared with it. */
  fetched(): void;
  /** Lets go of it unless it was fetched. */
  drop(): void;
};

export type ComparisonStore = {
  /** How much of it differs from the newest fetched image of the same area and size; undefined when there is none. */
  changedSince(image: ComparedImage): Promise<number | undefined>;
  hold(image: ComparedImage): HeldImage;
  clear(): void;
};

/** The images of all sessions of one device. */
export type DeviceComparisons = {
  /** What the Host of one session has seen last of each area, the newest areas only. */
  open(): ComparisonStore;
};

export type ComparisonLimits = { readonly sessionBytes: number; readonly deviceBytes: number };

const largestImageBytes = 2048 * 2048 * 3;

/** A session keeps one image of the largest size, or four of the usual one, so that a look at a detail loses nothing. */
const defaultLimits: ComparisonLimits = {
  sessionBytes: largestImageBytes,
  deviceBytes: 8 * largestImageBytes,
};

type Kept = {
  readonly owner: ComparisonStore;
  readonly key: string;
  readonly pixels: Uint8Array;
  isFetched: boolean;
};

const keyOf = ({ area, width, height }: ComparedImage): string =>
  [area.x, area.y, area.width, area.height, width, height].join(' ');

const sizeOf = (entries: readonly Kept[]): number =>
  entries.reduce((sum, { pixels }) => sum + pixels.byteLength, 0);

/**
 * Forgets the oldest images first, where a session or the whole device keeps too much. What is not fetched yet counts
 * like the rest.
 */
export const createDeviceComparisons = (limits: ComparisonLimits = defaultLimits): DeviceComparisons => {
  /** In the order of capture. */
  const kept = new Set<Kept>();
  const dropOldest = (limitBytes: number, counts: (entry: Kept) => boolean): void => {
    for (const entry of [...kept].filter(counts)) {
      if (sizeOf([...kept].filter(counts)) <= limitBytes) return;
      kept.delete(entry);
    }
  };
  return { open: () => openStore({ kept, limits, dropOldest }) };
};

type DeviceImages = {
  readonly kept: Set<Kept>;
  readonly limits: ComparisonLimits;
  readonly dropOldest: (limitBytes: number, counts: (entry: Kept) => boolean) => void;
};

const openStore = ({ kept, limits, dropOldest }: DeviceImages): ComparisonStore => {
  const isOwn = ({ owner }: Kept): boolean => owner === store;
  const fetchedOf = (key: string): Kept[] =>
    [...kept].filter((entry) => isOwn(entry) && entry.isFetched && entry.key === key);
  const store: ComparisonStore = {
    changedSince: async (image) => {
      const before = fetchedOf(keyOf(image)).at(-1)?.pixels;
      const { width, height, pixels } = image;
      return before && changedShare({ width, height, before, after: pixels });
    },
    hold: (image) => {
      const entry = { owner: store, key: keyOf(image), pixels: image.pixels, isFetched: false };
      kept.add(entry);
      dropOldest(limits.sessionBytes, isOwn);
      dropOldest(limits.deviceBytes, () => true);
      return {
        fetched: () => {
          entry.isFetched = true;
          // One captured later may have been fetched before.
          for (const older of fetchedOf(entry.key).slice(0, -1)) kept.delete(older);
        },
        drop: () => {
          if (!entry.isFetched) kept.delete(entry);
        },
      };
    },
    clear: () => {
      for (const entry of [...kept]) if (isOwn(entry)) kept.delete(entry);
    },
  };
  return store;
};
