import { createRequire } from 'node:module';

/** JPEG noise stays below this; a changed colour does not. */
const threshold = 40;

/**
 * @param {Buffer} before @param {Buffer} after two encoded images of one size
 * @returns {Promise<number>} how many pixels differ visibly
 */
export async function countChangedPixels(before, after) {
  const [first, second] = await Promise.all([decode(before), decode(after)]);
  let changed = 0;
  for (let offset = 0; offset < first.length; offset += 3) {
    const difference = Math.max(
      Math.abs(first[offset] - second[offset]),
      Math.abs(first[offset + 1] - second[offset + 1]),
      Math.abs(first[offset + 2] - second[offset + 2]),
    );
    if (difference > threshold) changed += 1;
  }
  return changed;
}

/** Decodes with the daemon's own library: the scripts have none. @param {Buffer} image @returns {Promise<Buffer>} */
function decode(image) {
  const requireOfDaemon = createRequire(new URL('../../apps/envd/package.json', import.meta.url));
  const sharp = requireOfDaemon('sharp');
  return sharp(image).removeAlpha().toColourspace('srgb').raw().toBuffer();
}
