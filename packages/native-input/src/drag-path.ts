import type { DevicePoint, DragRequest } from './desktop.ts';

const stepMs = 6;
const minSteps = 12;

/** The points after `start`, evenly spaced and ending exactly on `end`. */
export const dragPath = ({
  start,
  end,
  durationMs,
}: Pick<DragRequest, 'start' | 'end' | 'durationMs'>): DevicePoint[] => {
  const steps = Math.max(minSteps, Math.round(durationMs / stepMs));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return {
      x: Math.round(start.x + (end.x - start.x) * part),
      y: Math.round(start.y + (end.y - start.y) * part),
    };
  });
};
