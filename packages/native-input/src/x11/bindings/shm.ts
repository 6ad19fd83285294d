import type { DeviceArea } from '../../desktop.ts';
import type { RawCallback } from './raw-client.ts';
import type { RawExtension } from './load-extension.ts';
import { loadExtension } from './load-extension.ts';
import type { SegmentMemory } from './segment-memory.ts';
import type { X11Connection } from './x11-connection.ts';

type RawSegment = {
  readonly size: number;
  readonly buffer: Buffer;
  getImage: (
    ...request: [
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      format: number,
      offset: number,
      callback: RawCallback<{ readonly size: number }>,
    ]
  ) => void;
  detach(callback: () => void): void;
};

type RawShm = RawExtension & {
  /** What the connection was made with. */
  readonly provider: SegmentMemory;
  usable(callback: RawCallback<boolean>): void;
  createSegment(size: number, callback: RawCallback<RawSegment>): void;
};

/** Memory that the server writes captures into. It lives until `close` or the end of the connection. */
export type ShmSegment = {
  readonly size: number;
  /** Lets the server write the pixels of an area that fits the segment. */
  capture(area: DeviceArea): Promise<void>;
  /** Fills `target` with bytes of the last capture. */
  read(target: Uint8Array, position: number): Promise<void>;
  close(): void;
};

export type Shm = { createSegment(size: number): Promise<ShmSegment> };

const zPixmap = 2;
const allPlanes = 0xffffffff;

type SegmentParts = { readonly segment: RawSegment; readonly memory: SegmentMemory };

const wrapSegment = (connection: X11Connection, { segment, memory }: SegmentParts): ShmSegment => ({
  size: segment.size,
  capture: async ({ x, y, width, height }) => {
    await connection.call<{ readonly size: number }>('ShmGetImage', (callback) =>
      segment.getImage(connection.setup.root, x, y, width, height, allPlanes, zPixmap, 0, callback),
    );
  },
  read: (target, position) => memory.read(segment.buffer, target, position),
  close: () => {
    if (!connection.lost) segment.detach(() => undefined);
  },
});

/** Undefined where shared memory does not work: a remote server, a container boundary, a Node without fd passing. */
export const loadShm = async (connection: X11Connection): Promise<Shm | undefined> => {
  const extension = await loadExtension<RawShm>(connection, 'shm');
  if (!extension) return undefined;
  const usable = await connection.call<boolean>('a shared memory segment', (callback) =>
    extension.usable(callback),
  );
  if (!usable) return undefined;
  return {
    createSegment: async (size) => {
      const segment = await connection.call<RawSegment>('ShmAttachFd', (callback) =>
        extension.createSegment(size, callback),
      );
      return wrapSegment(connection, { segment, memory: extension.provider });
    },
  };
};
