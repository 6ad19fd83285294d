/** How the server lays out the pixels of the root window. */
export type PixelFormat = {
  readonly bitsPerPixel: number;
  /** Rows begin at multiples of this many bits. */
  readonly scanlinePadBits: number;
  readonly littleEndian: boolean;
  readonly redMask: number;
  readonly greenMask: number;
  readonly blueMask: number;
};

const hasKnownWidth = ({ bitsPerPixel }: PixelFormat): boolean => [16, 24, 32].includes(bitsPerPixel);

const hasMasks = ({ redMask, greenMask, blueMask }: PixelFormat): boolean =>
  redMask !== 0 && greenMask !== 0 && blueMask !== 0;

export const isReadableFormat = (format: PixelFormat): boolean => hasKnownWidth(format) && hasMasks(format);

export const bytesPerRow = ({ bitsPerPixel, scanlinePadBits }: PixelFormat, width: number): number =>
  (Math.ceil((width * bitsPerPixel) / scanlinePadBits) * scanlinePadBits) / 8;

const scaleTo = (mask: number, value: number): number => {
  const lowestBit = mask & -mask;
  const most = mask / lowestBit;
  return Math.round((value * most) / 255) * lowestBit;
};

/** The pixel that shows a colour of 8 bits a channel, as near as the format comes to it. */
export const pixelOf = (
  { redMask, greenMask, blueMask }: PixelFormat,
  [red, green, blue]: readonly [number, number, number],
): number => scaleTo(redMask, red) + scaleTo(greenMask, green) + scaleTo(blueMask, blue);
