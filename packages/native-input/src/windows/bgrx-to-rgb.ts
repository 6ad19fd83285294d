const colourBits = 0xffffff;

/** Whether no pixel has a colour. */
export const isBlack = (pixels: Uint32Array): boolean => {
  for (let index = 0; index < pixels.length; index += 1) {
    if (((pixels[index] ?? 0) & colourBits) !== 0) return false;
  }
  return true;
};

/**
 * Three bytes for each pixel. Its highest byte has no meaning and is mostly zero; as alpha it would make the image
 * transparent, so it is dropped.
 */
export const bgrxToRgb = (pixels: Uint32Array): Uint8Array<ArrayBuffer> => {
  const rgb = new Uint8Array(pixels.length * 3);
  let output = 0;
  // Iterating is five times as slow.
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    // Storing keeps the low eight bits.
    rgb[output] = pixel >>> 16;
    rgb[output + 1] = pixel >>> 8;
    rgb[output + 2] = pixel;
    output += 3;
  }
  return rgb;
};
