import { createRequire } from 'node:module';

/** JPEG noise stays below this. */
const colourTolerance = 40;
const paleLevel = 246;
/** Below these, in pixels of the image, something is text or an ornament. */
const leastTargetArea = 1_500;
const leastPaleArea = 2_500;

/** By the colours of `docker/xvfb-fixture/desktop-app.py`; 0 is anything else. */
const kinds = /** @type {const} */ ({ red: 1, green: 2, pale: 3 });

/** @typedef {{ x: number, y: number, width: number, height: number }} Area */
/** @typedef {Area & { kind: number, size: number }} Region `size` in pixels */
/**
 * @typedef {{ width: number, height: number, colour: string, target: (Area & { colour: 'red' | 'green' }) | undefined,
 *   field: Area | undefined, list: Area | undefined, canvas: Area | undefined }} Screen
 *   what is found by its look alone: the coloured target, a flat white field, a tall white list, the largest white
 *   surface; `colour` names that of most pixels
 */

/** @param {Buffer} image JPEG, PNG or WebP @returns {Promise<Screen>} */
export async function readScreen(image) {
  const { data, width, height } = await decode(image);
  const map = classify(data, width * height);
  const regions = regionsOf(map, width);
  const targets = regions.filter(({ kind, size }) => kind !== kinds.pale && size >= leastTargetArea);
  const target = largest(targets);
  const pale = regions.filter(({ kind, size }) => kind === kinds.pale && size >= leastPaleArea);
  const field = largest(pale.filter((area) => area.width > area.height * 4));
  const list = largest(pale.filter((area) => area.height > area.width * 1.3));
  const canvas = largest(pale.filter((area) => area !== field && area !== list));
  return {
    width,
    height,
    colour: averageColour(data),
    target: target && { ...placeOf(target), colour: target.kind === kinds.red ? 'red' : 'green' },
    field: field && placeOf(field),
    list: list && placeOf(list),
    canvas: canvas && placeOf(canvas),
  };
}

/** Decodes with the daemon's own library: the scripts have none. @param {Buffer} image */
async function decode(image) {
  const requireOfDaemon = createRequire(new URL('../../apps/envd/package.json', import.meta.url));
  const sharp = requireOfDaemon('sharp');
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** @param {Buffer} data three bytes a pixel @param {number} count */
function classify(data, count) {
  const map = new Uint8Array(count);
  for (let pixel = 0, offset = 0; pixel < count; pixel += 1, offset += 3) {
    const rgb = /** @type {const} */ ([data[offset], data[offset + 1], data[offset + 2]]);
    if (isNear(rgb, [0xc6, 0x28, 0x28])) map[pixel] = kinds.red;
    else if (isNear(rgb, [0x2e, 0x7d, 0x32])) map[pixel] = kinds.green;
    else if (Math.min(...rgb) >= paleLevel) map[pixel] = kinds.pale;
  }
  return map;
}

/** @param {readonly [number, number, number]} rgb @param {readonly [number, number, number]} wanted */
function isNear(rgb, wanted) {
  return (
    Math.abs(rgb[0] - wanted[0]) <= colourTolerance &&
    Math.abs(rgb[1] - wanted[1]) <= colourTolerance &&
    Math.abs(rgb[2] - wanted[2]) <= colourTolerance
  );
}

/** Connected pixels of one kind. Clears the map. @param {Uint8Array} map @param {number} width */
function regionsOf(map, width) {
  /** @type {Region[]} */
  const regions = [];
  const stack = new Int32Array(map.length);
  for (let start = 0; start < map.length; start += 1) {
    const kind = map[start];
    if (kind === 0) continue;
    let depth = 0;
    let size = 0;
    const box = { left: width, right: 0, top: map.length, bottom: 0 };
    /** @param {number} pixel */
    const take = (pixel) => {
      if (map[pixel] !== kind) return;
      map[pixel] = 0;
      stack[depth] = pixel;
      depth += 1;
    };
    take(start);
    while (depth > 0) {
      depth -= 1;
      const pixel = stack[depth];
      const x = pixel % width;
      const y = (pixel - x) / width;
      size += 1;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      if (x > 0) take(pixel - 1);
      if (x < width - 1) take(pixel + 1);
      take(pixel - width);
      take(pixel + width);
    }
    const { left, right, top, bottom } = box;
    regions.push({ kind, size, x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
  }
  return regions;
}

/** @param {readonly Region[]} regions */
const largest = (regions) =>
  regions.reduce(
    (most, region) => (most === undefined || region.size > most.size ? region : most),
    /** @type {Region | undefined} */ (undefined),
  );

/** @param {Region} region @returns {Area} */
const placeOf = ({ x, y, width, height }) => ({ x, y, width, height });

/** The nearest of a few colours to the average of the image. @param {Buffer} data */
function averageColour(data) {
  const sum = [0, 0, 0];
  for (let offset = 0; offset < data.length; offset += 1) sum[offset % 3] += data[offset];
  const mean = sum.map((total) => (total * 3) / data.length);
  const distances = Object.entries(namedColours).map(([name, wanted]) => ({
    name,
    distance: Math.hypot(...wanted.map((value, index) => value - mean[index])),
  }));
  return distances.reduce((nearest, other) => (other.distance < nearest.distance ? other : nearest)).name;
}

const namedColours = {
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  orange: [255, 140, 0],
  purple: [128, 0, 128],
  black: [0, 0, 0],
  white: [255, 255, 255],
  grey: [128, 128, 128],
};
