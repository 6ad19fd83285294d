// #region read
import { isEipError, TransferResetError, type EipSession } from '@harness-desktop/eip-client';
import type { Writable } from 'node:stream';
import { once } from 'node:events';

/** A file of any size: the device sends no faster than `target` takes it. */
export async function download(session: EipSession, path: string, target: Writable): Promise<void> {
  const reader = await session.openFileReader({ path });
  for await (const chunk of reader) {
    if (!target.write(chunk)) await once(target, 'drain');
  }
  // Here length and digest have been verified.
}

/** A small one, or the first 4 KiB of any. */
export async function head(session: EipSession, path: string): Promise<Uint8Array> {
  const reader = await session.openFileReader({ path, byteRange: { length: 4096 } });
  return reader.readAll({ maxBytes: 4096 });
}
// #endregion

// #region write
/** Whole or not at all. */
export async function upload(
  session: EipSession,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const writer = await session.openFileWriter({ path, mode: 'upsert' });
  try {
    for await (const chunk of chunks) await writer.write(chunk);
  } catch (error) {
    await writer.abort().catch(() => undefined);
    if (error instanceof TransferResetError && error.resetStatus === 'limit') {
      throw new Error('The device has no room for more.', { cause: error });
    }
    throw error;
  }
  await writer.commit();
}
// #endregion

// #region call
/** Every other method of the wire, by its own name and params. */
export async function exists(session: EipSession, path: string): Promise<boolean> {
  try {
    const { info } = await session.call('file.stat', { path: { path } }, { timeoutMs: 2000 });
    return info.kind === 'file';
  } catch (error) {
    if (isEipError(error, 'not_found_or_denied')) return false;
    throw error;
  }
}
// #endregion
