import type { DesktopTarget, DeviceArea, DevicePoint } from '../desktop.ts';
import { isWithin } from '../preconditions.ts';

/** One display as macOS lists it. */
export type Display = {
  readonly id: number;
  /** In points of the whole desktop: the main display begins at (0, 0), one left of or above it is negative. */
  readonly bounds: DeviceArea;
  /** What a capture of it has, turned as the panel is or as the picture is. */
  readonly pixels: { readonly width: number; readonly height: number };
  readonly isMain: boolean;
  readonly isBuiltin: boolean;
};

/** A display with its place among the device pixels. */
export type PlacedDisplay = {
  readonly display: Display;
  readonly target: DesktopTarget;
  /** Pixels a point. */
  readonly scale: { readonly x: number; readonly y: number };
};

const scaleOf = (
  { bounds }: Display,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number } => ({ x: width / bounds.width, y: height / bounds.height });

/** Points are of the picture as it is seen; the pixels of a mode are those of the panel, also where it stands upright. */
const pixelsAsSeen = (display: Display): { readonly width: number; readonly height: number } => {
  const { width, height } = display.pixels;
  const turned = { width: height, height: width };
  const distortion = (size: { readonly width: number; readonly height: number }): number => {
    const { x, y } = scaleOf(display, size);
    return Math.abs(Math.log(x / y));
  };
  return distortion(turned) < distortion(display.pixels) ? turned : { width, height };
};

const shownScale = ({ x, y }: { readonly x: number; readonly y: number }): string => {
  const [across, down] = [x, y].map((scale) => String(Math.round(scale * 100) / 100));
  return across === down ? `${across}x` : `${across}x by ${down}x`;
};

/** Points and scale are parts of the name, so that a change of them is a change of the layout. */
const nameOf = ({ id, bounds, isBuiltin }: Display, scale: PlacedDisplay['scale']): string => {
  const what = isBuiltin ? 'Built-in display' : `Display ${id}`;
  return `${what}, ${bounds.width}x${bounds.height} points at ${shownScale(scale)}`;
};

/**
 * Gives every display its own pixels, one device pixel for each pixel of a capture, and places it at its origin in
 * points times the largest scale of all. No two can then overlap, since none has more pixels than its points times
 * that; displays of a smaller scale leave gaps beside and below them, which are on no display.
 */
export const placeDisplays = (displays: readonly Display[]): readonly PlacedDisplay[] => {
  const usable = displays
    .filter(({ bounds, pixels }) => Math.min(bounds.width, bounds.height, pixels.width, pixels.height) > 0)
    .map((display) => {
      const pixels = pixelsAsSeen(display);
      return { display, pixels, scale: scaleOf(display, pixels) };
    });
  const spread = Math.ceil(Math.max(1, ...usable.flatMap(({ scale }) => [scale.x, scale.y])));
  const placed = usable.map(({ display, pixels, scale }): PlacedDisplay => {
    const { x, y } = display.bounds;
    const area = { x: Math.floor(x * spread), y: Math.floor(y * spread), ...pixels };
    const target = {
      targetId: `display-${display.id}`,
      name: nameOf(display, scale),
      area,
      primary: display.isMain,
    };
    return { display, target, scale };
  });
  const main = placed.find(({ target }) => target.primary) ?? placed[0];
  if (!main) return [];
  const primary = { ...main, target: { ...main.target, primary: true } };
  return [primary, ...placed.filter((one) => one !== main)];
};

/** Takes rounding errors of a scale that is no power of two; far below a pixel. */
const tolerance = 1e-6;

/** The point of the desktop at which the pixel begins. */
export const toDesktopPoint = (
  { display: { bounds }, target: { area }, scale }: PlacedDisplay,
  { x, y }: DevicePoint,
): DevicePoint => ({
  x: bounds.x + (x - area.x) / scale.x,
  y: bounds.y + (y - area.y) / scale.y,
});

/** The pixel that a point of the desktop is in; undefined when it is on no display. */
export const toDevicePoint = (
  placed: readonly PlacedDisplay[],
  point: DevicePoint,
): DevicePoint | undefined => {
  const found = placed.find(({ display: { bounds } }) => isWithin(bounds, point));
  if (!found) return undefined;
  const { display, target, scale } = found;
  return {
    x: target.area.x + Math.floor((point.x - display.bounds.x) * scale.x + tolerance),
    y: target.area.y + Math.floor((point.y - display.bounds.y) * scale.y + tolerance),
  };
};

const nearest = (value: number, start: number, length: number): number =>
  Math.min(Math.max(value, start), start + length - 1);

const nearestOn = ({ target: { area } }: PlacedDisplay, { x, y }: DevicePoint): DevicePoint => ({
  x: nearest(x, area.x, area.width),
  y: nearest(y, area.y, area.height),
});

/**
 * The display that a device point is on, and the point. On the way of a drag from display to display a point can be in
 * a gap, where a person's pointer would go along the edge: the nearest pixel of a display then stands for it.
 */
export const findDisplay = (
  placed: readonly PlacedDisplay[],
  point: DevicePoint,
): { readonly on: PlacedDisplay; readonly point: DevicePoint } | undefined => {
  const candidates = placed.map((on) => {
    const at = nearestOn(on, point);
    return { on, point: at, distance: Math.hypot(at.x - point.x, at.y - point.y) };
  });
  return candidates.sort((one, other) => one.distance - other.distance)[0];
};
