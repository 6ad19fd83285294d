import { statfs } from 'node:fs/promises';
import type { DeviceArea } from '../desktop.ts';
import type { ReadRequest, ScreenPixels, ScreenReader } from '../screen-port.ts';
import { sharedMemoryDirectory } from './bindings/segment-memory.ts';
import type { Shm, ShmSegment } from './bindings/shm.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import type { Xfixes } from './bindings/xfixes.ts';
import { drawCursor } from './draw-cursor.ts';
import { createPixelConverter } from './pixel-converter.ts';
import type { PixelConverter } from './pixel-converter.ts';
import { bytesPerRow } from './pixel-format.ts';
import type { PixelFormat } from './pixel-format.ts';
import type { KeptScreen } from './kept-screen.ts';

/** Bounds what one answer over the socket can hold in memory, twice. */
const socketBandBytes = 4 * 1024 * 1024;
/** A 4K screen fits in one piece, so that it cannot change between two bands. */
const maxSegmentBytes = 64 * 1024 * 1024;

/** The server is killed by a bus error, or the image has holes, when the file system of the segment runs full. */
const affordableSegmentBytes = async (wanted: number): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(sharedMemoryDirectory);
    return Math.min(wanted, maxSegmentBytes, Math.floor((bavail * bsize) / 2));
  } catch {
    return 0;
  }
};

/** Bands of the screen as the server lays them out. */
type BandSource = {
  readonly bandBytes: number;
  capture(area: DeviceArea): Promise<void>;
  /** Fills `target` with bytes of the band that was captured last. */
  read(target: Uint8Array, position: number): Promise<void> | void;
};

const createSocketSource = (connection: X11Connection): BandSource => {
  let band: Uint8Array = new Uint8Array();
  return {
    bandBytes: socketBandBytes,
    capture: async (area) => void (band = await connection.getImage(area)),
    read: (target, position) => target.set(band.subarray(position, position + target.length)),
  };
};

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

type Band = { readonly width: number; readonly height: number; readonly target: Uint8Array };
type BandParts = {
  readonly source: BandSource;
  readonly converter: PixelConverter;
  readonly format: PixelFormat;
};

/** The next piece is read on another thread while the last one is converted. */
const convertBand = async ({ source, converter, format }: BandParts, band: Band): Promise<void> => {
  const { width, height, target } = band;
  const rowBytes = bytesPerRow(format, width);
  const rowsAPiece = Math.max(1, Math.floor(converter.buffers[0].length / rowBytes));
  const startReading = (row: number, buffer: 0 | 1): Promise<void> | void => {
    const rows = Math.min(rowsAPiece, height - row);
    if (rows > 0) return source.read(converter.buffers[buffer].subarray(0, rows * rowBytes), row * rowBytes);
  };
  let reading = startReading(0, 0);
  for (let row = 0, buffer: 0 | 1 = 0; row < height; row += rowsAPiece) {
    await reading;
    const other: 0 | 1 = buffer === 0 ? 1 : 0;
    reading = startReading(row + rowsAPiece, other);
    const rows = Math.min(rowsAPiece, height - row);
    const [from, to] = [row * width * 3, (row + rows) * width * 3];
    converter.convert({ buffer, width, height: rows, target: target.subarray(from, to) });
    buffer = other;
  }
};

export type ScreenReaderParts = {
  readonly shm: Shm | undefined;
  readonly xfixes: Xfixes | undefined;
  readonly kept: KeptScreen;
};

/** Through shared memory when there is any, else over the socket in bands; not at all while nothing was painted. */
export const createScreenReader = (
  connection: X11Connection,
  { shm, xfixes, kept }: ScreenReaderParts,
): ScreenReader & { close(): void } => {
  const { pixelFormat: format } = connection.setup;
  const segments = createSegments(shm);
  const socket = createSocketSource(connection);
  const converter = createPixelConverter(format);

  const chooseSource = async ({ width, height }: DeviceArea): Promise<BandSource> => {
    const rowBytes = bytesPerRow(format, width);
    const segment = await segments.reserve(rowBytes * height, rowBytes);
    return segment && segment.size >= rowBytes ? { ...segment, bandBytes: segment.size } : socket;
  };

  /** Fresh memory costs more than filling it: the kernel clears it page by page. */
  const memoryFor = ({ width, height }: DeviceArea, into: Uint8Array | undefined): Uint8Array => {
    const bytes = width * height * 3;
    if (into?.length !== bytes || !kept.isFree(into)) return new Uint8Array(bytes);
    return new Uint8Array(into.buffer, into.byteOffset, bytes);
  };

  const readPixels = async ({ area, drawPointer }: ReadRequest, rgb: Uint8Array): Promise<ScreenPixels> => {
    const { x, y, width, height } = area;
    const source = await chooseSource(area);
    const rowsPerBand = Math.max(1, Math.floor(source.bandBytes / bytesPerRow(format, width)));
    for (let row = 0; row < height; row += rowsPerBand) {
      const band = { x, y: y + row, width, height: Math.min(rowsPerBand, height - row) };
      await source.capture(band);
      const target = rgb.subarray(row * width * 3, (row + band.height) * width * 3);
      await convertBand({ source, converter, format }, { width, height: band.height, target });
    }
    if (drawPointer && xfixes) drawCursor(await xfixes.getCursorImage(), { rgb, area });
    // A screen that nobody has painted is black here; nothing is withheld.
    return { rgb, isBlank: false };
  };

  return {
    read: async (request, into) => {
      const known = kept.find(request);
      if (known) return known;
      kept.begin();
      const pixels = await readPixels(request, memoryFor(request.area, into));
      kept.keep(request, pixels);
      return pixels;
    },
    close: () => segments.close(),
  };
};
