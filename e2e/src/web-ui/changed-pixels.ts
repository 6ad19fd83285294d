import sharp from 'sharp';

/** JPEG noise stays below this; a changed colour does not. */
const threshold = 40;

export type ChangedPixels = {
  readonly count: number;
  /** How many of them lie in the area of the image. */
  within(area: Area): number;
};
type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Compares two encoded images of one size, pixel by pixel. */
export async function changedPixels(before: Uint8Array, after: Uint8Array): Promise<ChangedPixels> {
  const [first, second] = await Promise.all([decode(before), decode(after)]);
  if (first.width !== second.width || first.height !== second.height)
    throw new Error('The images differ in size.');
  const changed: { readonly x: number; readonly y: number }[] = [];
  for (let pixel = 0; pixel < first.width * first.height; pixel += 1) {
    if (difference(first.data, second.data, pixel * 3) <= threshold) continue;
    changed.push({ x: pixel % first.width, y: Math.floor(pixel / first.width) });
  }
  return {
    count: changed.length,
    within: (area) => changed.filter((pixel) => isInside(pixel, area)).length,
  };
}

async function decode(image: Uint8Array) {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function difference(first: Buffer, second: Buffer, offset: number): number {
  const channel = (index: number) => Math.abs((first[offset + index] ?? 0) - (second[offset + index] ?? 0));
  return Math.max(channel(0), channel(1), channel(2));
}

function isInside(point: { readonly x: number; readonly y: number }, area: Area): boolean {
  return (
    point.x >= area.x && point.y >= area.y && point.x < area.x + area.width && point.y < area.y + area.height
  );
}
