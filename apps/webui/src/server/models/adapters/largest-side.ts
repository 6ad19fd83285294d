import type { Size } from '../model-adapter.ts';

/** How large a picture a provider takes as it is; docs/models.md names the sources. */
export type PictureRule = {
  readonly longestSide: number;
  readonly shortestSide?: number;
  /** Pictures count in square patches, rounded up on each side. */
  readonly patches?: { readonly side: number; readonly most: number };
};

/** Of our own tools, whatever the provider takes. */
const limits = { least: 256, most: 2048 };

export const anthropicPictures: PictureRule = { longestSide: 1568, patches: { side: 28, most: 1568 } };
export const openAiPictures: PictureRule = {
  longestSide: 2048,
  shortestSide: 768,
  patches: { side: 32, most: 1536 },
};
/** Its points are on a grid of the picture, so that a rescaled one keeps them right. */
export const googlePictures: PictureRule = { longestSide: 1440 };

/** The largest `max_dimension` at which a screenshot of the display keeps to the rule. Unknown counts as square. */
export function largestSide(rule: PictureRule, display: Size | undefined): number {
  const { width, height } = display ?? { width: 1, height: 1 };
  let side = Math.min(rule.longestSide, limits.most);
  while (side > limits.least && !keeps(rule, scaled({ width, height }, side))) side -= 1;
  return side;
}

/** As devices scale: the longer side to `side`. */
function scaled({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function keeps({ shortestSide, patches }: PictureRule, { width, height }: Size): boolean {
  if (shortestSide !== undefined && Math.min(width, height) > shortestSide) return false;
  if (patches === undefined) return true;
  return Math.ceil(width / patches.side) * Math.ceil(height / patches.side) <= patches.most;
}

/** The size of a screenshot of the display at that `max_dimension`; devices never enlarge. */
export function pictureSize(display: Size, maxDimension: number): Size {
  return scaled(display, Math.min(maxDimension, Math.max(display.width, display.height)));
}
