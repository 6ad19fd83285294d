import { createHash } from 'node:crypto';
import { durationsMs, EipError } from '@harness-desktop/eip-protocol';
import type { ResultOf } from '@harness-desktop/eip-protocol';
import type { Clock } from '../clock/clock.ts';
import type { StagingReservation } from './staging-budget.ts';

/** Encoded bytes that wait for the Host to fetch them, and how far it got. */
export type StagedImage = {
  readonly handle: string;
  readonly bytes: Uint8Array;
  producedBytes: number;
  /** Set while a transfer reads it: the image then lives as long as the transfer. */
  transferring: boolean;
  /** Told when the image goes away during a transfer. */
  onDropped: (() => void) | null;
};

/** What becomes of an image: it is dropped in every case, and fetched before if the Host has all of it. */
type StagedImageFate = { fetched(): void; drop(): void };

export type StagedImages = {
  stage(
    bytes: Uint8Array,
    reservation: StagingReservation,
    fate?: StagedImageFate,
  ): { handle: string; expiresAt: Date };
  find(handle: string): StagedImage | null;
  /** Lets go of the bytes; throws `invalid_handle` for anything but an open image reader of this session. */
  close(handle: string): ResultOf<'computer.close_observation'>['completion'];
  dropAll(): void;
};

export type StagedImagesOptions = { readonly clock: Clock; readonly createId: () => string };

type Kept = {
  readonly image: StagedImage;
  readonly fate: StagedImageFate | undefined;
  readonly drop: () => void;
};

/** How often an image whose transfer is still running is looked at again after its time. */
const extensionMs = 30_000;

export const createStagedImages = ({ clock, createId }: StagedImagesOptions): StagedImages => {
  const kept = new Map<string, Kept>();
  return {
    stage: (bytes, reservation, fate) => {
      const handle = `screen-${createId()}`;
      const image: StagedImage = { handle, bytes, producedBytes: 0, transferring: false, onDropped: null };
      const expire = (): void => {
        if (image.transferring) cancelExpiry = clock.schedule(extensionMs, expire);
        else drop();
      };
      let cancelExpiry = clock.schedule(durationsMs.reference, expire);
      const drop = (): void => {
        cancelExpiry();
        kept.delete(handle);
        reservation.release();
        fate?.drop();
        image.onDropped?.();
      };
      kept.set(handle, { image, fate, drop });
      return { handle, expiresAt: new Date(clock.now().getTime() + durationsMs.reference) };
    },
    find: (handle) => kept.get(handle)?.image ?? null,
    close: (handle) => {
      const found = kept.get(handle);
      if (found === undefined) {
        throw new EipError('invalid_handle', 'This is not an open image reader.', {
          details: { field: 'reader', handle_kind: 'reader' },
        });
      }
      const { bytes, producedBytes, transferring } = found.image;
      // A transfer that still waits for credit has sent bytes that may not have arrived.
      if (producedBytes === bytes.byteLength && !transferring) found.fate?.fetched();
      found.drop();
      const value = createHash('sha256').update(bytes.subarray(0, producedBytes)).digest('hex');
      return { produced_bytes: producedBytes, digest: { algorithm: 'sha256', value } };
    },
    dropAll: () => {
      for (const { drop } of [...kept.values()]) drop();
    },
  };
};
