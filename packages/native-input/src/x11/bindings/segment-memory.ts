import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';

type Segment = { readonly size: number; readonly fd: number; readonly buffer: Buffer };

/**
 * Memory for MIT-SHM in the shape that npm x11 asks of a provider. Its own one frees a segment only when the server
 * answers, so that a lost server would leave a file descriptor and its memory behind.
 */
export type SegmentMemory = {
  readonly flavor: 'fd';
  readonly zeroCopy: false;
  create(size: number): Segment;
  commit(segment: Segment, offset?: number, length?: number): void;
  sync(segment: Segment, offset?: number, length?: number): void;
  destroy(segment: Segment): void;
  /** Frees every segment that is left; for the end of the connection. */
  destroyAll(): void;
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

export const createSegmentMemory = (): SegmentMemory => {
  const open = new Set<Segment>();
  const destroy = (segment: Segment) => {
    if (open.delete(segment)) closeSync(segment.fd);
  };
  return {
    flavor: 'fd',
    zeroCopy: false,
    create(size) {
      const segment = { size, fd: openAnonymous(size), buffer: Buffer.alloc(size) };
      open.add(segment);
      return segment;
    },
    commit: ({ fd, size, buffer }, offset = 0, length = size - offset) =>
      void writeSync(fd, buffer, offset, length, offset),
    sync: ({ fd, size, buffer }, offset = 0, length = size - offset) =>
      void readSync(fd, buffer, offset, length, offset),
    destroy,
    destroyAll: () => [...open].forEach(destroy),
  };
};
