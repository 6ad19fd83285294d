import { statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeviceArea } from '../desktop.ts';
import type { ScreenReader } from '../screen-port.ts';
import { sharedMemoryDirectory } from './bindings/segment-memory.ts';
import type { Shm, ShmSegment } from './bindings/shm.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import type { Xfixes } from './bindings/xfixes.ts';
import { drawCursor } from './draw-cursor.ts';
import { bytesPerRow } from './pixel-format.ts';
import { pixelsToRgb } from './pixels-to-rgb.ts';

/** Bounds what one answer over the socket can hold in memory, twice. */
const socketBandBytes = 4 * 1024 * 1024;
/** A 4K screen fits in one piece, so that it cannot change between two bands. */
const maxSegmentBytes = 64 * 1024 * 1024;
/** About 2 ms of work; then other calls get their turn. */
const convertedPixelsPerTurn = 1024 * 1024;

/** The server is killed by a bus error, or the image has holes, when the file system of the segment runs full. */
const affordableSegmentBytes = async (wanted: number): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(sharedMemoryDirectory);
    return Math.min(wanted, maxSegmentBytes, Math.floor((bavail * bsize) / 2));
  } catch {
    return 0;
  }
};

type BandSource = { readonly bandBytes: number; readonly read: (area: DeviceArea) => Promise<Uint8Array> };

const createSegments = (shm: Shm | undefined) => {
  let segment: ShmSegment | undefined;
  return {
    reserve: async (wanted: number, rowBytes: number): Promise<ShmSegment | undefined> => {
      if (!shm || (segment && segment.size >= wanted)) return segment;
      const size = await affordableSegmentBytes(wanted);
      if (segment && segment.size >= size) return segment;
      if (size < rowBytes) return undefined;
      segment?.close();
      segment = undefined;
      // The socket serves as well where the server cannot map the segment.
      segment = await shm.createSegment(size).catch(() => undefined);
      return segment;
    },
    close: () => segment?.close(),
  };
};

export type ScreenReaderParts = { readonly shm: Shm | undefined; readonly xfixes: Xfixes | undefined };

/** Through shared memory when there is any, else over the socket in bands. */
export const createScreenReader = (
  connection: X11Connection,
  { shm, xfixes }: ScreenReaderParts,
): ScreenReader & { close(): void } => {
  const { pixelFormat: format } = connection.setup;
  const segments = createSegments(shm);

  const chooseSource = async ({ width, height }: DeviceArea): Promise<BandSource> => {
    const rowBytes = bytesPerRow(format, width);
    const segment = await segments.reserve(rowBytes * height, rowBytes);
    if (segment && segment.size >= rowBytes) {
      return { bandBytes: segment.size, read: (area) => segment.read(area) };
    }
    return { bandBytes: socketBandBytes, read: (area) => connection.getImage(area) };
  };

  const convert = async (
    source: Uint8Array,
    { width, height }: DeviceArea,
    target: Uint8Array,
  ): Promise<void> => {
    const rowBytes = bytesPerRow(format, width);
    const rowsPerTurn = Math.max(1, Math.floor(convertedPixelsPerTurn / width));
    for (let row = 0; row < height; row += rowsPerTurn) {
      const rows = Math.min(rowsPerTurn, height - row);
      pixelsToRgb({
        source: source.subarray(row * rowBytes, (row + rows) * rowBytes),
        format,
        width,
        height: rows,
        target: target.subarray(row * width * 3, (row + rows) * width * 3),
      });
      await nextTurn();
    }
  };

  return {
    async read({ area, drawPointer }) {
      const { x, y, width, height } = area;
      const { bandBytes, read } = await chooseSource(area);
      const rowsPerBand = Math.max(1, Math.floor(bandBytes / bytesPerRow(format, width)));
      const rgb = new Uint8Array(width * height * 3);
      for (let row = 0; row < height; row += rowsPerBand) {
        const band = { x, y: y + row, width, height: Math.min(rowsPerBand, height - row) };
        const target = rgb.subarray(row * width * 3, (row + band.height) * width * 3);
        await convert(await read(band), band, target);
      }
      if (drawPointer && xfixes) drawCursor(await xfixes.getCursorImage(), { rgb, area });
      // A screen that nobody has painted is black here; nothing is withheld.
      return { rgb, isBlank: false };
    },
    close: () => segments.close(),
  };
};
