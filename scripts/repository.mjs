import { fileURLToPath } from 'node:url';

/** @param {string} path relative to the root of the checkout */
export const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
