import { fileURLToPath } from 'node:url';

/** `path` is relative to the root of the checkout. */
export const repositoryPath = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));
