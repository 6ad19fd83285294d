import type { Size } from './point-mapping.ts';

/** Widths of thumbnails in a card, in CSS pixels: of what it captured, and of what it pointed at. */
export const capturedWidth = 300;
export const referredWidth = 168;
const maxHeight = 300;

/** How wide a thumbnail is drawn: as wanted, unless it would become higher than fits a card. */
export function thumbnailWidth(image: Size, wanted: number): number {
  return Math.min(wanted, Math.round((maxHeight * image.width) / Math.max(1, image.height)));
}

export function thumbnailHeight(image: Size, wanted: number): number {
  return Math.round((thumbnailWidth(image, wanted) * image.height) / Math.max(1, image.width));
}
