import type { Clock } from '../clock.ts';
import type { DeviceArea } from '../desktop.ts';
import type { ReadRequest, ScreenPixels } from '../screen-port.ts';
import type { Damage } from './bindings/damage.ts';

/** The pixels that were read last, for as long as the server says that nothing was painted since. */
export type KeptScreen = {
  /**
   * The same pixels again, if they are what a new read would give; as fresh as the last answer of the server, so ask it
   * something first.
   */
  find(request: ReadRequest): ScreenPixels | undefined;
  /** To be called before the server is asked for pixels. */
  begin(): void;
  /** Whether this memory holds nothing that is still to be compared with. */
  isFree(memory: Uint8Array): boolean;
  /** What came of it. */
  keep(request: ReadRequest, pixels: ScreenPixels): void;
  forget(): void;
};

type Kept = { readonly area: DeviceArea; readonly pixels: ScreenPixels; readonly readAtMs: number };

/**
 * So old, they are read again all the same: the two must then be equal. A driver that paints past the DAMAGE extension
 * can mislead for this long, once.
 */
const checkAfterMs = 5_000;

const isSameArea = (one: DeviceArea, other: DeviceArea): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

export type KeptScreenParts = {
  /** Undefined where the server cannot tell; then nothing is ever kept. */
  readonly damage: Damage | undefined;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onNotice: (message: string) => void;
};

export const createKeptScreen = ({ damage, clock, onNotice }: KeptScreenParts): KeptScreen => {
  let kept: Kept | undefined;
  /** Was found out of date only by its age. */
  let suspect: Kept | undefined;
  let isTrusted = damage !== undefined;
  let isPainted = false;
  damage?.onPaint(() => {
    isPainted = true;
    kept = undefined;
    suspect = undefined;
  });

  const keepsItsWord = (before: Kept | undefined, { area, pixels }: Kept): boolean =>
    !before ||
    isPainted ||
    !isSameArea(before.area, area) ||
    Buffer.compare(before.pixels.rgb, pixels.rgb) === 0;

  return {
    find: ({ area, drawPointer }) => {
      if (!kept || drawPointer || !isSameArea(kept.area, area)) return undefined;
      if (clock.monotonicMs() - kept.readAtMs <= checkAfterMs) return kept.pixels;
      suspect = kept;
      return undefined;
    },
    begin: () => {
      kept = undefined;
      isPainted = false;
      if (isTrusted) damage?.forget();
    },
    isFree: ({ buffer }) => suspect?.pixels.rgb.buffer !== buffer,
    keep: ({ area, drawPointer }, pixels) => {
      if (!isTrusted || drawPointer) return;
      const read: Kept = { area, pixels, readAtMs: clock.monotonicMs() };
      isTrusted = keepsItsWord(suspect, read);
      suspect = undefined;
      if (!isTrusted) onNotice('The X server paints without telling so; every observation reads the screen.');
      else if (!isPainted) kept = read;
    },
    forget: () => {
      kept = undefined;
      suspect = undefined;
    },
  };
};
