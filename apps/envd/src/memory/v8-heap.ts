import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the space for new objects at the size that the start leaves. Otherwise it doubles under load up to 32 MB and
 * stays so; an observation leaves half a megabyte there, as its images are elsewhere. V8 reads it each time that the
 * space is to grow.
 */
export const noYoungGenerationGrowth = '--semi-space-growth-factor=1';

/**
 * A full collection is due when as much was allocated as lives. Otherwise it is due after 3 MB, which the buffers of an
 * image make every few observations, and holds the event loop for 2 to 8 ms each time.
 */
export const rarerFullCollections = '--heap-growing-percent=100';

/** For the whole process, once its modules are loaded. */
export const setHeapFlags = (): void => {
  for (const flag of [noYoungGenerationGrowth, rarerFullCollections]) setFlagsFromString(flag);
};
