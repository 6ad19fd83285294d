export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** Where the image is drawn, in the same CSS pixels as pointer events (`getBoundingClientRect`). */
type DrawnBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/**
 * The image pixel under a pointer: floor of the position on the image's own pixels. `null` outside of the image: a
 * point is never moved to where the person did not point.
 */
export function toImagePoint(pointer: Point, box: DrawnBox, image: Size): Point | null {
  if (box.width <= 0 || box.height <= 0) return null;
  const x = Math.floor(((pointer.x - box.left) * image.width) / box.width);
  const y = Math.floor(((pointer.y - box.top) * image.height) / box.height);
  return isInside({ x, y }, image) ? { x, y } : null;
}

function isInside(point: Point, image: Size): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < image.width && point.y < image.height;
}

/** A typed coordinate; `null` unless it is a whole number within the image's side. */
export function parseCoordinate(text: string, side: number): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null;
  const value = Number(text);
  return value < side ? value : null;
}
