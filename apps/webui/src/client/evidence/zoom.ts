import type { Size } from './point-mapping.ts';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** `fit` follows the size of the view. */
export type Zoom = 'fit' | number;

/** The scale at which an image is drawn; fitting never enlarges it. */
export function scaleOf(zoom: Zoom, image: Size, view: Size | null): number {
  if (zoom !== 'fit') return zoom;
  if (view === null) return 1;
  return Math.max(0.01, Math.min(1, view.width / image.width, view.height / image.height));
}

export function zoomIn(scale: number): number {
  return steps.find((step) => step > scale * 1.01) ?? 4;
}

export function zoomOut(scale: number): number {
  return steps.findLast((step) => step < scale * 0.99) ?? steps[0];
}

/** Wheel and pinch zoom without steps, as far as the steps reach. */
export function clampScale(scale: number): number {
  return Math.min(4, Math.max(steps[0], scale));
}
