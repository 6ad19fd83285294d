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

/** One image of the largest size; of the usual one there is room for four, so that a look at a detail loses nothing. */
const keptBytes = 2048 * 2048 * 3;

const keyOf = ({ area, width, height }: ComparedImage): string =>
  [area.x, area.y, area.width, area.height, width, height].join(' ');

/** What a session observed last of each area, the newest areas only. */
export const createComparisonStore = (): ComparisonStore => {
  const kept = new Map<string, Uint8Array>();
  const sizeOfAll = (): number => [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    changedSince: async (image) => {
      const before = kept.get(keyOf(image));
      const { width, height, pixels } = image;
      return before && changedShare({ width, height, before, after: pixels });
    },
    keep: (image) => {
      const key = keyOf(image);
      kept.delete(key);
      kept.set(key, image.pixels);
      for (const oldest of [...kept.keys()]) {
        if (sizeOfAll() <= keptBytes) return;
        kept.delete(oldest);
      }
    },
    clear: () => kept.clear(),
  };
};
