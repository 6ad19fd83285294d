import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, read as readFile, unlinkSync } from 'node:fs';

type Segment = { readonly size: number; readonly fd: number; readonly buffer: Buffer };

/**
 * Memory for MIT-SHM in the shape that npm x11 asks of a provider. Its own one frees a segment only when the server
 * answers, so that a lost server would leave a file descriptor and its memory behind, and copies all of a segment on
 * the main thread with each capture.
 */
export type SegmentMemory = {
  readonly flavor: 'fd';
  readonly zeroCopy: false;
  create(size: number): Segment;
  commit(): void;
  /** Nothing: whoever wants the bytes reads them. */
  sync(): void;
  destroy(segment: Segment): void;
  /** Frees every segment that is left; for the end of the connection. */
  destroyAll(): void;
  /** Fills `target` with bytes of the segment that has this buffer, on another thread. */
  read(buffer: Buffer, target: Uint8Array, position: number): Promise<void>;
};

export const sharedMemoryDirectory = '/dev/shm';

const openAnonymous = (size: number): number => {
  const path = `${sharedMemoryDirectory}/harness-desktop-${randomUUID()}`;
  const fd = openSync(path, 'wx+', 0o600);
  try {
    // Without a name it is gone as soon as both sides have closed it, also after a crash.
    unlinkSync(path);
    ftruncateSync(fd, size);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};

const readAt = (fd: number, target: Uint8Array, position: number): Promise<void> =>
  new Promise((resolve, reject) => {
    readFile(fd, target, 0, target.length, position, (error, count) => {
      if (error) reject(error);
      else if (count === target.length) resolve();
      else reject(new Error(`Shared memory gave ${count} of ${target.length} bytes.`));
    });
  });

/** A segment that ends while it is read is closed after that, so that its number cannot mean another file meanwhile. */
const createReads = () => {
  const underWay = new Map<number, Promise<void>>();
  return {
    read: async (fd: number, target: Uint8Array, position: number): Promise<void> => {
      const read = readAt(fd, target, position);
      underWay.set(fd, read);
      await read.finally(() => {
        if (underWay.get(fd) === read) underWay.delete(fd);
      });
    },
    close: (fd: number): void => {
      const read = underWay.get(fd);
      if (!read) closeSync(fd);
      else void read.catch(() => undefined).then(() => closeSync(fd));
    },
  };
};

export const createSegmentMemory = (): SegmentMemory => {
  const open = new Set<Segment>();
  const reads = createReads();
  const destroy = (segment: Segment) => {
    if (open.delete(segment)) reads.close(segment.fd);
  };
  return {
    flavor: 'fd',
    zeroCopy: false,
    create(size) {
      const segment = { size, fd: openAnonymous(size), buffer: Buffer.alloc(0) };
      open.add(segment);
      return segment;
    },
    commit: () => undefined,
    sync: () => undefined,
    destroy,
    destroyAll: () => [...open].forEach(destroy),
    read: async (buffer, target, position) => {
      const segment = [...open].find((one) => one.buffer === buffer);
      if (!segment) throw new Error('The shared memory was given back.');
      await reads.read(segment.fd, target, position);
    },
  };
};
