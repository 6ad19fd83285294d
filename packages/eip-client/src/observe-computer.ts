import { hash } from 'node:crypto';

import {
  clampToSafeInteger,
  EipError,
  sizeLimits,
  type ComputerObservation,
  type ResultOf,
} from '@harness-desktop/eip-protocol';

import { collectBytes } from './transfers/collect-bytes.ts';
import type { ReaderRequest } from './transfers/reader-transfer.ts';

export type ObservedComputer = {
  readonly observation: ComputerObservation;
  /** The encoded image, verified against its announced size and digest. */
  readonly bytes: Uint8Array;
  /** 64 hex digits. */
  readonly sha256: string;
  /** When `observation.observation_id` stops to be usable. */
  readonly expiresAt: string;
};

export type ObservationSteps = {
  observe(): Promise<ResultOf<'computer.observe'>>;
  read(reader: Pick<ReaderRequest, 'handle' | 'sizeBytes'>): AsyncIterable<Uint8Array>;
  close(reader: string): Promise<ResultOf<'computer.close_observation'>>;
};

/** Observe, read the image, close its reader, verify. Throws EipError; the reader is closed in every case. */
export async function observeComputer(steps: ObservationSteps): Promise<ObservedComputer> {
  const { observation, reader, size_bytes, expires_at } = await steps.observe();
  const bytes = await readImage(steps, reader, clampToSafeInteger(size_bytes));
  const closing = steps.close(reader);
  // While the device answers; a large image takes milliseconds.
  const sha256 = hash('sha256', bytes);
  const { completion } = await closing;
  if (completion.produced_bytes !== bytes.length || completion.digest.value !== sha256) {
    throw new EipError('integrity_mismatch', 'The image differs from what the device says it sent.', {
      dispatchStage: 'completed',
      details: { handle_kind: 'reader', produced_bytes: completion.produced_bytes },
    });
  }
  return { observation, bytes, sha256, expiresAt: expires_at };
}

async function readImage(steps: ObservationSteps, reader: string, sizeBytes: number): Promise<Uint8Array> {
  try {
    const bytes =
      sizeBytes > sizeLimits.imageBytes
        ? null
        : await collectBytes(steps.read({ handle: reader, sizeBytes }), sizeLimits.imageBytes);
    if (bytes !== null) return bytes;
    throw new EipError('quota_exceeded', 'The image is larger than 4 MiB; ask for a smaller max_dimension.', {
      dispatchStage: 'completed',
      retryHint: 'never',
    });
  } catch (error) {
    // The failure of the transfer is what the caller must hear; closing only frees the device's memory.
    steps.close(reader).catch(() => undefined);
    throw error;
  }
}
