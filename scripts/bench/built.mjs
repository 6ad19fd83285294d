import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../repository.mjs';

/**
 * A module of the build. The benchmark reaches inside, because what it measures has no door of its own.
 *
 * @param {string} path relative to the root of the checkout
 * @returns {Promise<any>}
 */
export const importBuilt = (path) => import(pathToFileURL(inRepository(path)).href);

/** The image library of the daemon, set as the daemon sets it. @returns {Promise<any>} */
export async function importSharp() {
  const sharp = createRequire(inRepository('apps/envd/package.json'))('sharp');
  sharp.cache(false);
  sharp.concurrency(2);
  return sharp;
}

/** The WebSockets of the daemon. @returns {any} */
export const requireWs = () => createRequire(inRepository('apps/envd/package.json'))('ws');

/** The X11 client of the desktop. @returns {any} */
export const requireX11 = () => createRequire(inRepository('packages/native-input/package.json'))('x11');
