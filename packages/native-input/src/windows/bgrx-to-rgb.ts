const isColour = (pixels: Uint8Array, at: number): boolean =>
  pixels[at] !== 0 || pixels[at + 1] !== 0 || pixels[at + 2] !== 0;

/** Whether no pixel has a colour; the fourth byte of each is without meaning. */
export const isBlack = (pixels: Uint8Array): boolean => {
  for (let at = 0; at < pixels.length; at += 4) if (isColour(pixels, at)) return false;
  return true;
};

/**
 * Three bytes for each four. The fourth is mostly zero; as alpha it would make the image transparent, so it is dropped.
 */
export const bgrxToRgb = (pixels: Uint8Array): Uint8Array<ArrayBuffer> => {
  const rgb = new Uint8Array((pixels.length / 4) * 3);
  let output = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    rgb[output] = pixels[at + 2] ?? 0;
    rgb[output + 1] = pixels[at + 1] ?? 0;
    rgb[output + 2] = pixels[at] ?? 0;
    output += 3;
  }
  return rgb;
};
