/** Loaded for the first image only: it takes a tenth of a second and 15 MB, which an idle daemon saves. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  // Every image is another one, and two threads are what a desktop can spare.
  sharp.cache(false);
  sharp.concurrency(2);
  return sharp;
};
