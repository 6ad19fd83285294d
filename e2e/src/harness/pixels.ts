import sharp from 'sharp';

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  at(point: { readonly x: number; readonly y: number }): string;
};

export async function decodePixels(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    width,
    height,
    at: ({ x, y }) => `#${data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).toString('hex')}`,
  };
}

/** The largest difference of one channel: encoding loses a little. */
export function colourDistance(first: string, second: string): number {
  const channels = (colour: string) => [...Buffer.from(colour.slice(1), 'hex')];
  const others = channels(second);
  return Math.max(...channels(first).map((value, index) => Math.abs(value - (others[index] ?? 0))));
}
