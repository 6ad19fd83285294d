import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export const sizes = /** @type {const} */ ([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
]);
export const themes = /** @type {const} */ (['light', 'dark']);

/** Two frames, so that styles are those of the new size and theme; then fonts, and the images that are in view. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.fonts.ready)
  .then(() => Promise.race([
    new Promise((resolve) => setTimeout(resolve, 3000)),
    Promise.allSettled([...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return !image.complete && bottom > 0 && top < innerHeight;
    }).map((image) => image.decode())),
  ]))
  .then(() => undefined)`;

/** @typedef {{ scene: string, file: string, width: number, theme: 'light' | 'dark' }} Shot */

/**
 * Takes a page at each size in both themes.
 *
 * @param {import('./browser.mjs').Page} page
 * @param {{ scene: string, directory: string, widths?: readonly number[] }} options all widths when absent
 * @returns {Promise<Shot[]>}
 */
export async function shoot(page, { scene, directory, widths }) {
  mkdirSync(directory, { recursive: true });
  const shots = [];
  for (const { width, height } of sizes) {
    if (widths !== undefined && !widths.includes(width)) continue;
    await page.setViewportSize({ width, height });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.evaluate(settled);
      const file = `${scene}-${width}-${theme}.png`;
      await page.screenshot({ path: join(directory, file) });
      shots.push({ scene, file, width, theme });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return shots;
}
