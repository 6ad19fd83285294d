import type { DevicePoint, DragRequest } from './desktop.ts';

export type DragStep = {
  readonly point: DevicePoint;
  /** What of the duration, from 0 to 1, is over when the pointer gets to `point`. */
  readonly part: number;
  /** It ends a segment: the pointer was told to pass this very point. */
  readonly isOnPath: boolean;
};

const stepMs = 6;
/** Programs take a drag of fewer motions for a jump. */
export const minSteps = 12;

type Segment = { readonly from: DevicePoint; readonly to: DevicePoint; readonly length: number };

const segmentsOf = (path: readonly DevicePoint[]): Segment[] =>
  path.slice(1).flatMap((to, index) => {
    const from = path[index];
    return from ? [{ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }] : [];
  });

const pointOn = ({ from, to }: Segment, part: number): DevicePoint => ({
  x: Math.round(from.x + (to.x - from.x) * part),
  y: Math.round(from.y + (to.y - from.y) * part),
});

/**
 * The steps after the first point, evenly spaced along the path and through every point of it, at the same speed all
 * the way. A path without any length has its steps all the same, so that it takes its time too.
 */
export const dragPath = ({ path, durationMs }: Pick<DragRequest, 'path' | 'durationMs'>): DragStep[] => {
  const all = segmentsOf(path);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const segments = total > 0 ? all.filter(({ length }) => length > 0) : all.slice(-1);
  const wanted = Math.max(minSteps, Math.round(durationMs / stepMs));
  let before = 0;
  return segments.flatMap((segment) => {
    const share = total > 0 ? segment.length / total : 1;
    const start = before;
    before += share;
    const steps = Math.max(1, Math.ceil(wanted * share));
    return Array.from({ length: steps }, (_, index) => {
      const part = (index + 1) / steps;
      return {
        point: pointOn(segment, part),
        part: Math.min(1, start + share * part),
        isOnPath: index === steps - 1,
      };
    });
  });
};
