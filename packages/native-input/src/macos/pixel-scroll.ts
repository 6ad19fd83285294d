import type { DevicePoint } from '../desktop.ts';

/** Of the longer direction, in points: what a quick finger scrolls between two pictures of the display. */
const longestPart = 80;

/**
 * A way in device pixels as parts in whole points, whose sum is the way: one event takes whole points only, and a long
 * way in a single event looks like a jump to programs that follow a gesture.
 */
export const splitScroll = (
  distance: DevicePoint,
  scale: { readonly x: number; readonly y: number },
): readonly DevicePoint[] => {
  const whole = { x: Math.round(distance.x / scale.x), y: Math.round(distance.y / scale.y) };
  const count = Math.ceil(Math.max(Math.abs(whole.x), Math.abs(whole.y)) / longestPart);
  const upTo = (index: number): DevicePoint => ({
    x: Math.round((whole.x * index) / count),
    y: Math.round((whole.y * index) / count),
  });
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [upTo(index), upTo(index + 1)];
    return { x: to.x - from.x, y: to.y - from.y };
  });
};
